/** The fields of a form that the server drew: their values, their blocks, what is wrong with them. */

type Field = HTMLInputElement | HTMLSelectElement;

const named = (form: ParentNode, name: string): Field[] => [
  ...form.querySelectorAll<Field>(`input[name="${name}"], select[name="${name}"]`),
];

/** The chosen or written value; empty for none. */
export function valueOf(form: ParentNode, name: string): string {
  for (const field of named(form, name)) {
    if (field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox")) {
      if (field.checked) return field.value;
    } else return field.value;
  }
  return "";
}

export function setValue(form: ParentNode, name: string, value: string | number | boolean): void {
  for (const field of named(form, name)) {
    if (!(field instanceof HTMLInputElement)) field.value = String(value);
    else if (field.type === "checkbox") field.checked = value === true;
    else if (field.type === "radio") field.checked = field.value === String(value);
    else field.value = String(value);
  }
}

/** The box around a field, with its label and its explanation. */
export const blockOf = (form: ParentNode, name: string): HTMLElement | null =>
  named(form, name)[0]?.closest<HTMLElement>(".field, fieldset") ?? null;

/** Say at the field what is wrong; nothing: take back what was said. */
export function sayErrors(form: ParentNode, name: string, errors: readonly string[]): void {
  const block = blockOf(form, name);
  const field = named(form, name)[0];
  if (!block || !field) return;
  const id = `id_${name}_error`;
  const described = block.matches("fieldset") ? block : field;
  block.querySelector(`#${id}`)?.remove();
  const others = (described.getAttribute("aria-describedby") ?? "").split(" ").filter((one) => one && one !== id);
  if (errors.length) {
    const list = document.createElement("ul");
    list.className = "field-errors";
    list.id = id;
    list.append(...errors.map(item));
    (block.querySelector(":scope > .hint") ?? block.querySelector(":scope > label, :scope > legend"))?.after(list);
    others.push(id);
    unfold(block);
  }
  if (others.length) described.setAttribute("aria-describedby", others.join(" "));
  else described.removeAttribute("aria-describedby");
  if (described === field) {
    if (errors.length) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
}

function item(text: string): HTMLLIElement {
  const line = document.createElement("li");
  line.textContent = text;
  return line;
}

function unfold(block: HTMLElement): void {
  for (let at = block.closest("details"); at; at = at.parentElement?.closest("details") ?? null) at.open = true;
}
