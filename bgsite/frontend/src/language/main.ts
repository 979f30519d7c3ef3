/**
 * On every page but the table: what was typed or chosen, and the place on the page, outlive a change of the language.
 * Without this script the switch works as well, and begins the page anew.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The whole of one field: which one it is, and what it said. */
interface Kept {
  form: number;
  name: string;
  /** Of a radio button or a box: which of them. */
  choice: string | null;
  value: string;
  checked: boolean;
}

interface Page {
  path: string;
  fields: Kept[];
}

const KEY = "barpoint.typed";
const SWITCH = "form[data-language-switch]";
/** Never kept: secrets, what the server wrote, and what cannot be set by a script. */
const LEFT_OUT = new Set(["password", "hidden", "file", "submit", "button", "reset"]);

const isTicked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox");

/** The fields of the page that can be kept, with the number of their form. */
function fieldsOfPage(): [number, Field][] {
  const forms = [...document.querySelectorAll<HTMLFormElement>("form")];
  return forms.flatMap((form, number) =>
    [...form.elements]
      .filter((one): one is Field => one.matches("input, textarea, select") && !LEFT_OUT.has((one as Field).type))
      .filter((field) => field.name !== "")
      .map((field): [number, Field] => [number, field]),
  );
}

function isChanged(field: Field): boolean {
  if (isTicked(field)) return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  return field.value !== field.defaultValue;
}

const keptOf = (form: number, field: Field): Kept => ({
  form,
  name: field.name,
  choice: isTicked(field) ? field.value : null,
  value: field.value,
  checked: isTicked(field) && field.checked,
});

/** Note what is on the page. A refused form came with what had been typed: there all of it counts. */
function keep(): void {
  const isRefused = document.querySelector("form [aria-invalid='true']") !== null;
  const fields = fieldsOfPage().filter(([, field]) => isRefused || isChanged(field));
  const page: Page = { path: location.pathname, fields: fields.map(([form, field]) => keptOf(form, field)) };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(page));
  } catch {
    // Storage is switched off: the page begins anew.
  }
}

/** Give back what was kept of this page, once. */
function giveBack(): void {
  const page = taken();
  if (page === null || page.path !== location.pathname) return;
  const here = fieldsOfPage();
  for (const kept of page.fields) {
    const found = here.find(
      ([form, field]) =>
        form === kept.form && field.name === kept.name && (kept.choice === null || (isTicked(field) && field.value === kept.choice)),
    );
    if (found) set(found[1], kept);
  }
}

function set(field: Field, kept: Kept): void {
  if (isTicked(field)) field.checked = kept.checked;
  else field.value = kept.value;
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
}

function taken(): Page | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? null : (JSON.parse(text) as Page);
  } catch {
    return null; // storage is switched off
  }
}

for (const form of document.querySelectorAll<HTMLFormElement>(SWITCH)) {
  form.addEventListener("submit", () => {
    keep();
    const back = form.elements.namedItem("next");
    if (back instanceof HTMLInputElement) back.value = back.value.replace(/#.*$/, "") + location.hash;
  });
}
// After the page's own scripts, which are to hear of it.
addEventListener("load", giveBack);
