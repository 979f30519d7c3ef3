/** The form of the settings: what its fields say, and how they show what holds. Names of fields are those of settings. */
import { DEFAULTS, type Preferences, cleaned } from "../live/preferences.ts";

/** What the form says. A box that is not ticked is not in the data of a form. */
export function read(data: FormData): Preferences {
  const sounds = Object.keys(DEFAULTS.sounds).map((name) => [name, data.getAll("sounds").includes(name)]);
  const raw = Object.entries(DEFAULTS).map(([name, usual]) => [name, typeof usual === "boolean" ? data.has(name) : data.get(name)]);
  return cleaned({
    ...Object.fromEntries(raw),
    sounds: Object.fromEntries(sounds),
    volume: Number(data.get("volume")),
    folded: data.getAll("folded"),
  });
}

/** The change that the field `name` makes; null for a field that is no setting. */
export function changeBy(name: string, data: FormData): Partial<Preferences> | null {
  return name in DEFAULTS ? { [name]: read(data)[name as keyof Preferences] } : null;
}

/** Whether the box or radio button `name` with `value` is on. */
export function isOn(name: string, value: string, now: Preferences): boolean {
  if (name === "sounds") return now.sounds[value as keyof Preferences["sounds"]];
  if (name === "folded") return now.folded.includes(value);
  const chosen = now[name as keyof Preferences];
  return typeof chosen === "boolean" ? chosen : chosen === value;
}

export function show(form: HTMLFormElement, now: Preferences): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || !(field.name in DEFAULTS)) continue;
    if (field.type === "range") field.value = String(now.volume);
    else field.checked = isOn(field.name, field.value, now);
  }
}
