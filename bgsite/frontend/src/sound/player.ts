/** Plays sounds on an audio context: each computed once in a few variants, and never the same one twice at once. */
import { type SoundName, samplesOf } from "./synth.ts";

/** The part of an AudioContext that is needed. */
export type Output = Pick<AudioContext, "currentTime" | "sampleRate" | "destination" | "createBuffer" | "createBufferSource" | "createGain">;

/** A sound within this time of itself would only be louder. Seconds. */
const TOGETHER = 0.04;
const VARIANTS = 3;

/** How loud `volume` per cent is: ears hear ratios, not differences. */
export const gainOf = (volume: number): number => (volume / 100) ** 2;

export class Player {
  private readonly made = new Map<SoundName, AudioBuffer[]>();
  private readonly last = new Map<SoundName, number>();

  constructor(
    private readonly output: Output,
    private readonly random: () => number = Math.random,
  ) {}

  /** Play it now, at `volume` per cent. Whether it is to be heard. */
  play(name: SoundName, volume: number): boolean {
    const now = this.output.currentTime;
    if (volume <= 0 || now - (this.last.get(name) ?? -Infinity) < TOGETHER) return false;
    this.last.set(name, now);
    const gain = this.output.createGain();
    gain.gain.value = gainOf(volume);
    gain.connect(this.output.destination);
    const source = this.output.createBufferSource();
    source.buffer = this.bufferOf(name);
    source.connect(gain);
    source.addEventListener("ended", () => gain.disconnect());
    source.start();
    return true;
  }

  /** One of the variants; made when it is first wanted. */
  private bufferOf(name: SoundName): AudioBuffer {
    const made = this.made.get(name) ?? [];
    this.made.set(name, made);
    const variant = Math.min(VARIANTS - 1, Math.floor(this.random() * VARIANTS));
    const found = made[variant];
    if (found) return found;
    const { sampleRate } = this.output;
    const samples = samplesOf(name, sampleRate, this.random);
    const buffer = this.output.createBuffer(1, samples.length, sampleRate);
    buffer.copyToChannel(samples, 0);
    made[variant] = buffer;
    return buffer;
  }
}
