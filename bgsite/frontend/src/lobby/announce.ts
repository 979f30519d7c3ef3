/** What the live region says about two lists: only what is new, and in one sentence each. */
import { inARow } from "../live/inarow.ts";
import type { ChallengeView, Mine, RefusalView, SeekView } from "./protocol.ts";

function fresh<T>(before: T[], now: T[], key: (one: T) => unknown): T[] {
  const known = new Set(before.map(key));
  return now.filter((one) => !known.has(key(one)));
}

export function seeksNews(before: SeekView[], now: SeekView[]): string {
  const added = fresh(before, now, (seek) => seek.id).filter((seek) => !seek.mine);
  const [first] = added;
  if (!first) return "";
  if (added.length > 1) {
    const words = ngettext("%(number)s new offer.", "%(number)s new offers.", added.length);
    return interpolate(words, { number: added.length }, true);
  }
  return interpolate(gettext("%(name)s offers a game: %(title)s."), { name: first.owner, title: first.title }, true);
}

export function mineNews(before: Mine | null, now: Mine): string {
  if (before === null) return "";
  const code = (one: { code: string }): string => one.code;
  return inARow([
    ...fresh(before.incoming, now.incoming, code).map(challenged),
    ...fresh(before.declined, now.declined, code).map(refused),
  ]);
}

const challenged = (one: ChallengeView): string =>
  interpolate(gettext("%(name)s challenges you: %(title)s."), { name: one.name, title: one.title }, true);

const refused = (one: RefusalView): string =>
  one.reason
    ? interpolate(gettext("%(name)s declined: %(reason)s."), { name: one.name, reason: one.reason }, true)
    : interpolate(gettext("%(name)s declined your challenge."), { name: one.name }, true);
