/** What forms become, and what the live region says. */
import "../live/catalog.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { mineNews, seeksNews } from "../../src/lobby/announce.ts";
import { frameOf, newId } from "../../src/lobby/asks.ts";
import { challengePath, playerPath } from "../../src/lobby/page.ts";
import type { ChallengeView, Mine, SeekView } from "../../src/lobby/protocol.ts";

const TOKEN: [string, string] = ["csrfmiddlewaretoken", "secret"];

test("the fields of a form are those of the frame", () => {
  const fields: [string, string][] = [TOKEN, ["t", "post"], ["clock", "normal"], ["rated", "true"], ["length", "5"]];
  assert.deepEqual(frameOf(fields, "a"), { ask: "a", t: "post", clock: "normal", rated: true, length: 5 });
  assert.deepEqual(frameOf([TOKEN, ["t", "take"], ["seek", "12"]], "b"), { ask: "b", t: "take", seek: 12 });
});

test("a box that is not ticked is no", () => {
  assert.deepEqual(frameOf([["t", "post"], ["length", "1"]], "a"), { ask: "a", t: "post", length: 1, rated: false });
});

test("ids are random ones of version 4", () => {
  assert.match(newId(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.notEqual(newId(), newId());
});

test("names in any script are put into addresses", () => {
  const urls = { ask: "", table: "", player: "/player/NAME/", challenge: "/matches/new/?opponent=NAME", login: "", matches: "" };
  assert.equal(playerPath(urls, "a/b?c"), "/player/a%2Fb%3Fc/");
  assert.equal(challengePath(urls, "さくら"), "/matches/new/?opponent=%E3%81%95%E3%81%8F%E3%82%89");
});

const seek = (id: number, mine = false): SeekView => ({
  id,
  owner: "bart",
  title: "3-point match",
  clock: "Normal",
  clock_meaning: "",
  colour: "Random",
  rated: false,
  mine,
  facts: [],
});

test("a new offer of somebody else is said, several in one sentence", () => {
  assert.equal(seeksNews([seek(1)], [seek(1), seek(2)]), "bart offers a game: 3-point match.");
  assert.equal(seeksNews([], [seek(1), seek(2), seek(3)]), "3 new offers.");
  assert.equal(seeksNews([seek(1)], []), "");
  assert.equal(seeksNews([], [seek(1, true)]), "");
});

const challenge: ChallengeView = {
  code: "a",
  name: "carl",
  title: "7-point match",
  clock: "Normal",
  clock_meaning: "",
  rated: false,
  until: null,
  facts: [],
};
const mine = (changed: Partial<Mine>): Mine => ({
  waiting: 0,
  games: [],
  incoming: [],
  outgoing: [],
  declined: [],
  ...changed,
});

test("challenges and their refusals are said once", () => {
  const asked = mine({ incoming: [challenge] });
  assert.equal(mineNews(mine({}), asked), "carl challenges you: 7-point match.");
  assert.equal(mineNews(asked, asked), "");
  assert.equal(mineNews(null, asked), "");
  const refused = { code: "b", name: "carl", title: "", reason: "Another clock, please" };
  assert.equal(mineNews(asked, mine({ declined: [refused] })), "carl declined: Another clock, please.");
  assert.equal(mineNews(asked, mine({ declined: [{ ...refused, reason: "" }] })), "carl declined your challenge.");
});
