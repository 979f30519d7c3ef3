/**
 * What is said at the table: the lines, what is on its way to the server, and what was refused. Knows nothing of the page.
 * A line keeps its id until it is answered, so that one that is sent again after a lost connection is not written twice.
 */
import type { Timers } from "../../line/surroundings.ts";
import { type Asks, isLost } from "../asks.ts";
import type { BesideFrame, BrowserFrame, ChatFrame, ChatLineView } from "../protocol.ts";
import type { Refused } from "../sentences.ts";

/** A line without an answer on a line that lives is sent again. Milliseconds. */
const ANSWER_PATIENCE = 10_000;
/** More than this is not kept for a connection that is away. */
const KEPT = 5;
/** What is surely too long is not sent: the server closes the line on frames beyond 16 KiB. Bytes, and letters of a line. */
const LARGEST = 12_000;
const LONGEST = 300;

export interface Waiting {
  id: string;
  preset: string;
  text: string;
  /** When it went out; null while there is no connection. */
  sent: number | null;
}

export interface Line {
  asks: Pick<Asks, "ask">;
  send(frame: BrowserFrame): boolean;
}

export interface TalkListener {
  changed(): void;
  /** Lines of others that have just come. */
  news(lines: readonly ChatLineView[]): void;
  /** Nothing was written; `text` is what a person had typed. */
  refused(refused: Refused, text: string): void;
}

export class Talk {
  lines: readonly ChatLineView[] = [];
  waiting: readonly Waiting[] = [];
  beside: BesideFrame | null = null;
  /** The number of the last line; null before the server spoke. */
  private upto: number | null = null;

  constructor(
    private readonly line: Line,
    private readonly timers: Timers,
    private readonly listener: TalkListener,
    private readonly newId: () => string = () => crypto.randomUUID(),
  ) {}

  heard(frame: ChatFrame | BesideFrame): void {
    if (frame.t === "beside") this.besides(frame);
    else this.chat(frame);
    this.listener.changed();
  }

  /** Say a preset, or (empty `preset`) a text; returns whether it is taken. */
  say(preset: string, text: string): boolean {
    if (this.waiting.length >= KEPT) return false;
    const bytes = new TextEncoder().encode(JSON.stringify(text)).length;
    if (bytes > LARGEST) {
      this.listener.refused({ code: "chat_too_long", params: { limit: LONGEST, length: [...text].length } }, text);
      return false;
    }
    const next = { id: this.newId(), preset, text, sent: null };
    this.waiting = [...this.waiting, next];
    this.put(next.id);
    this.listener.changed();
    return true;
  }

  /** Read everything anew: whose lines are shown has changed. */
  readAgain(): void {
    this.line.send({ t: "chat_after", number: 0 });
  }

  private besides(frame: BesideFrame): void {
    this.beside = frame;
    // It comes with every greeting: what waited for the connection goes out now.
    for (const { id, sent } of this.waiting) if (sent === null) this.put(id);
  }

  private chat(frame: ChatFrame): void {
    const known = this.upto;
    if (known !== null && frame.after > known) {
      this.line.send({ t: "chat_after", number: known });
      return;
    }
    const fresh = frame.lines.filter(({ n }) => n > (known ?? 0));
    // After number 0 comes all that this reader is shown: lines may have gone, too.
    this.lines = frame.after === 0 ? frame.lines : [...this.lines, ...fresh];
    this.upto = Math.max(known ?? 0, frame.upto, ...fresh.map(({ n }) => n));
    const news = known === null ? [] : fresh.filter(({ mine }) => !mine);
    if (news.length > 0) this.listener.news(news);
  }

  private put(id: string): void {
    const next = this.waiting.find((each) => each.id === id);
    if (!next) return;
    const { preset, text } = next;
    const isSent = this.line.asks.ask({ t: "say", preset, text }, (refused) => this.answered(id, refused), id) !== null;
    const sent = isSent ? this.timers.now() : null;
    this.mark(id, sent);
    if (isSent) this.timers.after(ANSWER_PATIENCE, () => this.remind(id, sent));
  }

  private remind(id: string, sent: number | null): void {
    if (this.waiting.some((each) => each.id === id && each.sent === sent)) this.put(id);
  }

  private answered(id: string, refused: Refused | null): void {
    const mine = this.waiting.find((each) => each.id === id);
    if (isLost(refused)) this.mark(id, null);
    else this.waiting = this.waiting.filter((each) => each !== mine);
    if (refused && !isLost(refused) && mine) this.listener.refused(refused, mine.text);
    this.listener.changed();
  }

  private mark(id: string, sent: number | null): void {
    this.waiting = this.waiting.map((each) => (each.id === id ? { ...each, sent } : each));
  }
}
