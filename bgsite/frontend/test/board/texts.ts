/** English stand-ins for Django's JavaScriptCatalog; import it before what speaks. */
const texts = {
  gettext: (text: string) => text,
  ngettext: (singular: string, plural: string, count: number) => (count === 1 ? singular : plural),
  interpolate: (text: string, values: Record<string, unknown>) =>
    text.replace(/%\((\w+)\)s/g, (_, name: string) => String(values[name])),
};
Object.assign(globalThis, texts);
export {};
