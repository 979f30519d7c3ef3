// Lists the texts of TypeScript files that are in no gettext, as JSON: [{file, line, kind, text}].
//
//   node literals.mjs <folder of node_modules> <file>…
//
// kind "html": a lit template, with U+FFFC for what is filled in. kind "text": a string, or a template of strings.
// Left out is what no person reads: names of modules and properties, types, comparisons, errors for developers, and
// what is handed to functions that take selectors, events and attributes.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [modules, ...files] = process.argv.slice(2);
const ts = createRequire(join(modules, "typescript/package.json"))("typescript");
const HOLE = "\ufffc";
const MARKED = new Set(["gettext", "ngettext", "pgettext", "npgettext"]);
const TECHNICAL = new Set([
  "addEventListener", "closest", "createElement", "createElementNS", "getAttribute", "getElementById", "hasAttribute",
  "matchMedia", "matches", "querySelector", "querySelectorAll", "removeAttribute", "removeEventListener", "removeItem",
  "getItem", "setItem", "setProperty", "toggleAttribute", "getPropertyValue", "add", "remove", "toggle", "contains",
  "debug", "warn", "error", "info", "log", "CustomEvent", "Event", "RegExp", "URL",
  "getContext", "json", "get",
]);
const SPOKEN = new Set(["alt", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "placeholder", "title"]);

const found = [];
for (const file of files) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const note = (node, kind, text) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push({ file, line: line + 1, kind, text });
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isTaggedTemplateExpression(node)) {
      const tag = node.tag.getText(source);
      if (tag === "html" || tag === "svg") note(node, "html", textOf(node.template));
      if (!ts.isNoSubstitutionTemplateLiteral(node.template)) node.template.templateSpans.forEach((span) => visit(span.expression));
      return;
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = nameOf(node.expression);
      if (MARKED.has(name)) {
        node.arguments.filter((one) => !isLiteral(one)).forEach(visit);
        return;
      }
      visit(node.expression);
      const [first] = node.arguments ?? [];
      const isSpoken = name === "setAttribute" && first !== undefined && ts.isStringLiteral(first) && SPOKEN.has(first.text);
      if (name === "setAttribute" && !isSpoken) return;
      (node.arguments ?? []).forEach((one, index) => {
        if (isLiteral(one) && (TECHNICAL.has(name) || name.endsWith("Error") || (isSpoken && index === 0))) return;
        visit(one);
      });
      return;
    }
    if (isLiteral(node)) {
      if (!isForMachines(node)) note(node, "text", textOf(node));
      if (ts.isTemplateExpression(node)) node.templateSpans.forEach((span) => visit(span.expression));
      return;
    }
    if (ts.isPropertyAssignment(node)) {
      visit(node.initializer);
      return;
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
}
process.stdout.write(JSON.stringify(found));

function nameOf(callee) {
  if (ts.isIdentifier(callee)) return callee.text;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : "";
}

function isLiteral(node) {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
}

/** A key in brackets, a case, or one side of a comparison; a class, an id, a style. */
function isForMachines(node) {
  let above = node.parent;
  while (ts.isConditionalExpression(above) || ts.isParenthesizedExpression(above)) above = above.parent;
  if (ts.isElementAccessExpression(above) || ts.isCaseClause(above) || ts.isEnumMember(above)) return true;
  if (!ts.isBinaryExpression(above)) return false;
  const kind = above.operatorToken.kind;
  if (kind === ts.SyntaxKind.EqualsToken && ts.isPropertyAccessExpression(above.left)) {
    return ["className", "id", "cssText", "type", "name", "href", "src"].includes(above.left.name.text);
  }
  return [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken, ts.SyntaxKind.InKeyword].includes(kind);
}

function textOf(node) {
  return ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map((span) => HOLE + span.literal.text).join("")
    : node.text;
}
