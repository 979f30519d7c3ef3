/**
 * Whether something between this page and the server lets pages through but no WebSocket: proxies and filters do that.
 * Known only by trying: openings fail one after the other, while the server answers an ordinary request.
 */

/** So many openings in a row without a word from the server are looked into; and again after as many more. */
export const SUSPICIOUS = 3;

/** Says whether the parts of the server are well; changes nothing. */
const ASKED = "/health/";

/** Whether the server answers an ordinary request, and what a line needs of it is well: only then it is the line that is blocked. */
export async function serverAnswers(): Promise<boolean> {
  try {
    const answer = await fetch(ASKED, { cache: "no-store" });
    const parts = (await answer.json()) as Record<string, unknown>;
    return parts["database"] === "ok" && parts["redis"] === "ok";
  } catch {
    return false; // no network at all, or no server, or somebody else's page: that is no blocked line
  }
}

/** What is wrong. */
export const blockedSentence = (): string =>
  gettext("Pages of this site reach you, but the live connection (WebSocket) does not: something on the way blocks it.");

/** What can be done about it, wherever one is. */
export const blockedAdvice = (): string =>
  gettext(
    "It is tried again all the time. Use another network, or ask whoever runs this one to let WebSocket connections to this site through.",
  );

/** Watches the openings of one line, and tells whenever it is found out to be blocked, or not to be any more. */
export class BlockedWatch {
  private blocked = false;
  /** Raised whenever the server is heard: an answer to a question of before counts no more. */
  private generation = 0;

  constructor(
    private readonly tell: (blocked: boolean) => void,
    private readonly answers: () => Promise<boolean> = serverAnswers,
  ) {}

  /** `openings` in a row ended without a word from the server. */
  async unheard(openings: number): Promise<void> {
    if (openings % SUSPICIOUS !== 0) return;
    const { generation } = this;
    const answers = await this.answers();
    if (generation === this.generation) this.become(answers);
  }

  /** The server has spoken on the line. */
  heard(): void {
    this.generation += 1;
    this.become(false);
  }

  private become(blocked: boolean): void {
    if (blocked === this.blocked) return;
    this.blocked = blocked;
    this.tell(blocked);
  }
}
