/** The colours a board is drawn with. They lie in geometry.json, so that the server's pictures use the same ones. */
import geometry from "../../../../matches/geometry.json";

export type ThemeName = keyof typeof geometry.themes;
/** Colour name → "#rrggbb". */
export type Theme = Record<keyof typeof geometry.themes.classic, string>;

export const themes: Record<ThemeName, Theme> = geometry.themes;

/** `text` with every `{name}` replaced by that colour of the theme, and `{id}` by `id`. */
export function painted(text: string, theme: Theme, id: string): string {
  return text.replace(/\{([a-z_]+)\}/g, (_, name: string) => (name === "id" ? id : theme[name as keyof Theme]));
}
