/** The catalog of Django as a test has it: English, with the places filled in. Import it first. */
Object.assign(globalThis, {
  gettext: (text: string): string => text,
  ngettext: (one: string, many: string, count: number): string => (count === 1 ? one : many),
  pgettext: (_context: string, text: string): string => text,
  interpolate: (text: string, values: Record<string, unknown>): string =>
    text.replace(/%\((\w+)\)s/g, (_, name: string) => String(values[name])),
});

export {};
