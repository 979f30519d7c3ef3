/** The global functions of Django's JavaScriptCatalog. */
declare function gettext(text: string): string;
declare function ngettext(singular: string, plural: string, count: number): string;
declare function pgettext(context: string, text: string): string;
declare function interpolate(text: string, values: Record<string, unknown>, named: true): string;
