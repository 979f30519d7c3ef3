/** Reporting a line and blocking who wrote it: POSTs that are answered in a sentence. */

export interface Outcome {
  done: boolean;
  sentence: string;
}

/** `address` has 0 where the number of the line belongs. */
export async function post(address: string, number: number, csrf: string, fields: Record<string, string>): Promise<Outcome> {
  const url = address.replace("/0/", `/${number}/`);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "X-CSRFToken": csrf, Accept: "application/json" },
      body: new URLSearchParams(fields),
    });
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
    const said = isJson ? ((await response.json()) as { done?: unknown; error?: unknown }) : {};
    const sentence = response.ok ? said.done : said.error;
    if (typeof sentence === "string") return { done: response.ok, sentence };
    return { done: response.ok, sentence: response.ok ? gettext("Done.") : gettext("That did not work. Try again.") };
  } catch {
    return { done: false, sentence: gettext("The server cannot be reached. Try again.") };
  }
}
