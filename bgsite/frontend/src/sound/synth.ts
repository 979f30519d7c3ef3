/**
 * The sounds, computed: wood, checkers and dice are struck bodies, each a few damped sines and a breath of noise at the
 * blow. Pure: a name, a sample rate and a source of chance make samples. No sound files.
 */

export type SoundName = "dice" | "move" | "hit" | "off" | "turn" | "offer";

/** One way in which a body rings. */
interface Mode {
  hertz: number;
  /** Beside the other modes of the body. */
  level: number;
  /** Seconds until a third of it is left. */
  decay: number;
}

interface Body {
  modes: readonly Mode[];
  /** The blow itself: how loud beside the modes, how long (seconds), how bright (0…1). */
  noise: { level: number; decay: number; bright: number };
}

interface Blow {
  /** Seconds from the beginning. */
  at: number;
  strength: number;
  body: Body;
}

interface Tone {
  at: number;
  hertz: number;
  strength: number;
  /** Seconds to full strength, and from there until a third is left. */
  attack: number;
  decay: number;
}

interface Recipe {
  /** Seconds. */
  length: number;
  /** The loudest sample; full scale is 1. */
  peak: number;
  blows: readonly Blow[];
  tones: readonly Tone[];
}

const mode = (hertz: number, level: number, decay: number): Mode => ({ hertz, level, decay });

/** The board under a checker. */
const WOOD: Body = {
  modes: [mode(290, 0.5, 0.03), mode(610, 0.7, 0.022), mode(1130, 0.5, 0.014), mode(1970, 0.3, 0.008)],
  noise: { level: 0.6, decay: 0.003, bright: 0.35 },
};
/** A checker on a checker. */
const CHECKER: Body = {
  modes: [mode(1280, 0.5, 0.012), mode(2350, 0.6, 0.009), mode(3720, 0.4, 0.006), mode(5200, 0.2, 0.004)],
  noise: { level: 0.5, decay: 0.002, bright: 0.7 },
};
/** A die on the board. */
const DIE: Body = {
  modes: [mode(480, 0.5, 0.024), mode(1020, 0.6, 0.015), mode(1850, 0.5, 0.01), mode(2900, 0.35, 0.007)],
  noise: { level: 0.7, decay: 0.003, bright: 0.55 },
};
/** Die on die, in the hand. */
const RATTLE: Body = {
  modes: [mode(1900, 0.4, 0.006), mode(3300, 0.5, 0.005), mode(4900, 0.3, 0.004)],
  noise: { level: 0.4, decay: 0.002, bright: 0.8 },
};
/** The long box of the tray. */
const TRAY: Body = {
  modes: [mode(205, 0.6, 0.045), mode(395, 0.7, 0.036), mode(760, 0.4, 0.022), mode(1340, 0.25, 0.012)],
  noise: { level: 0.5, decay: 0.004, bright: 0.3 },
};

const blow = (at: number, strength: number, body: Body): Blow => ({ at, strength, body });
const tone = (at: number, hertz: number, strength: number): Tone => ({ at, hertz, strength, attack: 0.014, decay: 0.15 });

/** A tone as a soft bell has it: the octave is in it, quieter. */
const bell = (at: number, hertz: number): readonly Tone[] => [tone(at, hertz, 1), tone(at, 2 * hertz, 0.22)];

/** About `value`: a hand is never twice the same. */
const about = (value: number, spread: number, random: () => number): number => value * (1 + spread * (2 * random() - 1));

function rattle(random: () => number): Blow[] {
  return Array.from({ length: 8 }, (_, index) =>
    blow(about(0.035 + 0.036 * index, 0.12, random), about(0.28, 0.4, random), RATTLE),
  );
}

/** A die falls, and once more from lower. */
function fall(at: number, strength: number, random: () => number): Blow[] {
  return [blow(at, strength, DIE), blow(at + about(0.075, 0.2, random), 0.35 * strength, DIE)];
}

function recipeOf(name: SoundName, random: () => number): Recipe {
  switch (name) {
    case "dice":
      return {
        length: 0.7,
        peak: 0.6,
        blows: [...rattle(random), ...fall(0.36, 1, random), ...fall(about(0.43, 0.04, random), 0.85, random)],
        tones: [],
      };
    case "move":
      return { length: 0.22, peak: 0.5, blows: [blow(0, 1, WOOD), blow(0.004, 0.35, CHECKER)], tones: [] };
    case "hit":
      return {
        length: 0.34,
        peak: 0.85,
        blows: [blow(0, 1, CHECKER), blow(0.003, 0.9, WOOD), blow(0.085, 0.6, CHECKER), blow(0.088, 0.75, WOOD)],
        tones: [],
      };
    case "off":
      return {
        length: 0.42,
        peak: 0.55,
        blows: [blow(0, 0.3, CHECKER), blow(0.05, 1, TRAY), blow(0.135, 0.32, TRAY)],
        tones: [],
      };
    case "turn":
      return { length: 0.85, peak: 0.36, blows: [], tones: [...bell(0, 587.33), ...bell(0.16, 880)] };
    case "offer":
      return {
        length: 1,
        peak: 0.5,
        blows: [blow(0, 1, WOOD), blow(0.004, 0.6, DIE)],
        tones: [...bell(0.16, 880), ...bell(0.32, 739.99)].map((each) => ({ ...each, strength: 0.55 * each.strength })),
      };
  }
}

/** Everything is over after so many decays: e^-7 is below what 16 bits can hold beside a loud sound. */
const RINGS = 7;

function addBlow(samples: Float32Array, rate: number, { at, strength, body }: Blow, random: () => number): void {
  const start = Math.round(at * rate);
  for (const { hertz, level, decay } of body.modes) {
    const step = (2 * Math.PI * about(hertz, 0.03, random)) / rate;
    const end = Math.min(samples.length, start + Math.ceil(RINGS * decay * rate));
    for (let index = start; index < end; index += 1) {
      const since = index - start;
      samples[index]! += strength * level * Math.exp(-since / (decay * rate)) * Math.sin(step * since);
    }
  }
  const { level, decay, bright } = body.noise;
  let low = 0;
  const end = Math.min(samples.length, start + Math.ceil(RINGS * decay * rate));
  for (let index = start; index < end; index += 1) {
    low += bright * (2 * random() - 1 - low);
    samples[index]! += strength * level * Math.exp(-(index - start) / (decay * rate)) * low;
  }
}

function addTone(samples: Float32Array, rate: number, { at, hertz, strength, attack, decay }: Tone): void {
  const start = Math.round(at * rate);
  const step = (2 * Math.PI * hertz) / rate;
  for (let index = start; index < samples.length; index += 1) {
    const since = index - start;
    const seconds = since / rate;
    const loud = seconds < attack ? seconds / attack : Math.exp(-(seconds - attack) / decay);
    samples[index]! += strength * loud * Math.sin(step * since);
  }
}

/** The end fades: a sound that is cut off clicks. Seconds. */
const FADE = 0.02;

/** One channel of samples, −1…1. */
export function samplesOf(name: SoundName, rate: number, random: () => number): Float32Array<ArrayBuffer> {
  const recipe = recipeOf(name, random);
  const samples = new Float32Array(Math.ceil(recipe.length * rate));
  for (const each of recipe.blows) addBlow(samples, rate, each, random);
  for (const each of recipe.tones) addTone(samples, rate, each);
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const fade = FADE * rate;
  return samples.map((sample, index) => (sample / loudest) * recipe.peak * Math.min(1, (samples.length - 1 - index) / fade));
}
