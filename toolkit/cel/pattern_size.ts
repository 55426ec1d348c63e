/**
 * How large a regular expression becomes: counted repetitions make a million instructions of a few
 * thousand characters. It is told from the text alone, in one walk, before anything is made.
 *
 * @module
 */

/**
 * What compiling a pattern takes, in instructions of its program (about 1.3 µs and 430 bytes each):
 * those that it will have, where alternatives share nothing, and what parsing takes as long as.
 * The pattern may be anything; of one that is none it is what finding that out takes.
 */
export function patternSize(pattern: string): number {
  return new Scanner(pattern).size();
}

/** Counts that are larger, or multiply to more, are refused before anything is made of them. */
const REPEAT_LIMIT = 1_000;
/** Characters that are parsed in the time of one instruction. */
const PARSED_CHARS = 4;
/** A class of Unicode: its table is copied, sorted and joined to others. */
const TABLE_PARSED = 64;
/** The ranges of a class of Unicode, about. */
const TABLE_RANGES = 650;
/** Ranges of a class that are gone through, for each instruction, in the time of making one. */
const RANGES_PER_INSTRUCTION = 128;
/** Where case doesn't matter a range is gone through: characters in the time of one instruction. */
const FOLDED_CHARS = 50;
/** The last character that has another case is before this one. */
const FOLDED_END = 0x1e944;
/** Alternatives within alternatives are joined again at each level. */
const LEVELS_JOINED = 8;
/** A class is searched to the pattern's end for the end of a name: characters for one instruction. */
const NAME_CHARS = 1_000;
/** What every program has. */
const FIXED_SIZE = 2;

/** A sequence, and the alternatives before it in the same group. */
interface Group {
  readonly isCapture: boolean;
  alternatives: number;
  /** The size of the sequence but for its last part, which may be repeated. */
  before: number;
  last: number;
  /** What counts multiply to at the most: in the last part, and in any other. */
  lastTimes: number;
  otherTimes: number;
}

function groupOf(isCapture: boolean): Group {
  return { isCapture, alternatives: 0, before: 0, last: 0, lastTimes: 1, otherTimes: 1 };
}

const COUNT = /\{(\d+)(,(\d*))?\}/y;
const GROUP_START = /\(\?(?:P?<\w*>|([a-zA-Z-]*)([:)]))/y;
const CODE_POINT = /\\(?:x\{([\da-fA-F]{1,8})\}|x([\da-fA-F]{2})|([0-7]{1,3}))/y;
const TABLE = /\\[pP](?:\{[^{}\\]{0,64}\}|[^{])/uy;
const NAMED_CLASS = /\[:\^?\w{0,16}:\]/y;

class Scanner {
  readonly #pattern: string;
  #at = 0;
  /** What parsing takes besides what is made. */
  #parsed: number;
  #foldsCase = false;
  #group = groupOf(false);
  readonly #outer: Group[] = [];

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#parsed = pattern.length / PARSED_CHARS;
  }

  size(): number {
    while (this.#at < this.#pattern.length) {
      this.#part();
      // Refused as it is parsed.
      if (this.#group.lastTimes > REPEAT_LIMIT) return Math.ceil(this.#parsed);
    }
    while (this.#outer.length > 0) this.#close();
    return Math.ceil(this.#parsed + FIXED_SIZE + sizeOf(this.#group));
  }

  #part(): void {
    switch (this.#pattern[this.#at]) {
      case "(":
        return this.#open();
      case ")":
        this.#at++;
        return this.#close();
      case "|":
        this.#at++;
        return this.#alternative();
      case "*":
      case "+":
      case "?":
        // One more where the part may be empty.
        return this.#repeat(1, 2, 1);
      case "{":
        return this.#count();
      case "[":
        return this.#class();
      case "\\":
        return this.#escape();
      default:
        this.#at += this.#characterLength();
        this.#add(1);
    }
  }

  #characterLength(): number {
    return (this.#pattern.codePointAt(this.#at) ?? 0) > 0xffff ? 2 : 1;
  }

  /** Adds a part behind the last one. */
  #add(size: number, times = 1): void {
    const group = this.#group;
    group.before += group.last;
    group.last = size;
    group.otherTimes = Math.max(group.otherTimes, group.lastTimes);
    group.lastTimes = times;
  }

  #open(): void {
    GROUP_START.lastIndex = this.#at;
    const [text, flags, end] = GROUP_START.exec(this.#pattern) ?? ["("];
    this.#at += text.length;
    if (flags?.includes("i") === true) this.#foldsCase = true;
    if (end === ")") return;
    this.#outer.push(this.#group);
    this.#group = groupOf(end !== ":");
  }

  #close(): void {
    const inner = this.#group;
    const outer = this.#outer.pop();
    // A parenthesis too many: there is nothing more to it.
    if (outer === undefined) return;
    this.#group = outer;
    this.#add(sizeOf(inner), Math.max(inner.otherTimes, inner.lastTimes));
  }

  #alternative(): void {
    const group = this.#group;
    group.alternatives += group.before + group.last + 1;
    group.before = 0;
    group.last = 0;
    this.#parsed += this.#outer.length / LEVELS_JOINED;
  }

  #count(): void {
    COUNT.lastIndex = this.#at;
    const found = COUNT.exec(this.#pattern);
    if (found === null) {
      this.#at++;
      return this.#add(1);
    }
    const [text, least, comma, most] = found;
    const min = Number(least);
    const max = comma === undefined ? min : most === undefined || most === "" ? -1 : Number(most);
    if (max < 0) return this.#repeat(text.length, 2, Math.max(1, min));
    this.#repeat(text.length, Math.max(0, max - min), max);
  }

  /** Repeats the last part; `added`: what the repetitions need themselves. */
  #repeat(length: number, added: number, times: number): void {
    this.#at += length;
    const group = this.#group;
    group.last = times === 0 ? 1 : group.last * times + added;
    group.lastTimes = times === 0 ? 1 : group.lastTimes * times;
  }

  #escape(): void {
    if (this.#pattern.startsWith("\\Q", this.#at)) return this.#quoted();
    if (this.#skip(TABLE)) return this.#add(this.#classSize(0, 1));
    this.#codePoint();
    this.#add(1);
  }

  #quoted(): void {
    const found = this.#pattern.indexOf("\\E", this.#at);
    const end = found < 0 ? this.#pattern.length : found;
    this.#at += 2;
    while (this.#at < end) {
      this.#at += this.#characterLength();
      this.#add(1);
    }
    this.#at = found < 0 ? end : end + 2;
  }

  #class(): void {
    this.#at++;
    if (this.#pattern[this.#at] === "^") this.#at++;
    let [ranges, tables] = [0, 0];
    for (const start = this.#at; this.#at < this.#pattern.length; ranges++) {
      if (this.#pattern[this.#at] === "]" && this.#at > start) break;
      if (this.#pattern.startsWith("[:", this.#at)) {
        this.#parsed += (this.#pattern.length - this.#at) / NAME_CHARS;
        if (this.#skip(NAMED_CLASS)) continue;
      }
      if (this.#skip(TABLE)) tables++;
      else this.#range();
    }
    this.#at++;
    this.#add(this.#classSize(ranges, tables));
  }

  /** What a class takes each time that it is repeated. */
  #classSize(ranges: number, tables: number): number {
    this.#parsed += tables * TABLE_PARSED * (this.#foldsCase ? 2 : 1);
    const most = ranges + (tables > 0 ? TABLE_RANGES : 0);
    return 1 + Math.floor(most / RANGES_PER_INSTRUCTION);
  }

  /** A character, or two and all between them. */
  #range(): void {
    const first = this.#codePoint();
    if (this.#pattern[this.#at] !== "-" || this.#pattern[this.#at + 1] === "]") return;
    this.#at++;
    const last = this.#codePoint();
    if (!this.#foldsCase) return;
    this.#parsed += Math.max(0, Math.min(last, FOLDED_END) - first) / FOLDED_CHARS;
  }

  /** Goes behind a character, which may be written as an escape; for some it matters which it is. */
  #codePoint(): number {
    CODE_POINT.lastIndex = this.#at;
    const escaped = CODE_POINT.exec(this.#pattern);
    if (escaped !== null) {
      const [text, long, short, octal] = escaped;
      this.#at += text.length;
      return octal === undefined ? parseInt(long ?? short ?? "", 16) : parseInt(octal, 8);
    }
    if (this.#pattern[this.#at] === "\\") this.#at++;
    const code = this.#pattern.codePointAt(this.#at) ?? 0;
    this.#at += this.#characterLength();
    return code;
  }

  /** Goes behind what is here, if it is this. */
  #skip(what: RegExp): boolean {
    what.lastIndex = this.#at;
    const found = what.test(this.#pattern);
    if (found) this.#at = what.lastIndex;
    return found;
  }
}

function sizeOf({ alternatives, before, last, isCapture }: Group): number {
  return Math.max(1, alternatives + before + last) + (isCapture ? 2 : 0);
}
