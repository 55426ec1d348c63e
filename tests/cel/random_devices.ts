/**
 * Random devices that selectors are asked of.
 *
 * @module
 */

import { Choices } from "../decisions/choices.ts";

/** An attribute: a value of one type, mostly. */
type Attribute = Record<string, unknown>;

/** A device, with its driver. */
export interface RandomDevice {
  readonly driver: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly capacity: Readonly<Record<string, { readonly value: string }>>;
  readonly allowMultipleAllocations?: boolean;
}

export const DRIVER = "dra.example.com";
export const OTHER_DOMAIN = "other.example.com";

const TEXTS = ["", "a", "b", "A1", "é", "x.y", "2Gi", "1.2.3", "a".repeat(64)];
const VERSIONS = ["0.0.0", "1.2.3", "1.2.3-alpha.1", "1.2.3+b", "1.10.0", "2.0.0-rc.1+5"];
const WHOLE = [0, 1, -1, 2, 3, 64, 2147483648, 9007199254740991];
const AMOUNTS = ["0", "1", "2", "100m", "1Gi", "1536Mi", "1e3", "-1", "16"];
/** What no attribute may be. */
const WRONG: readonly Attribute[] = [{}, { version: "1.2" }, { version: "01.2.3" }, {
  version: "",
}];

/** The name that tells of each type. */
const NAMES = { i: "int", b: "bool", s: "string", v: "version" } as const;
/** The same of lists. */
const LISTS = { li: "ints", lb: "bools", ls: "strings", lv: "versions" } as const;

/** Makes devices. */
export class RandomDevices extends Choices {
  /** `lists`: whether attributes can be lists. */
  devices(count: number, lists: boolean): RandomDevice[] {
    return Array.from({ length: count }, (_, index) => this.#device(`d${index}`, lists));
  }

  #device(name: string, lists: boolean): RandomDevice {
    const driver = this.chance(0.8) ? DRIVER : OTHER_DOMAIN;
    const attributes: Record<string, Attribute> = {};
    for (const domain of [DRIVER, OTHER_DOMAIN]) {
      for (const [short, kind] of Object.entries(NAMES)) {
        if (this.chance(0.8)) attributes[this.#in(domain, short, driver)] = this.#attribute(kind);
      }
      for (const [short, kind] of lists ? Object.entries(LISTS) : []) {
        if (this.chance(0.8)) attributes[this.#in(domain, short, driver)] = this.#list(kind);
      }
    }
    if (this.chance(0.06)) attributes.wrong = this.one(WRONG);
    const capacity: Record<string, { value: string }> = {};
    for (const domain of [DRIVER, OTHER_DOMAIN]) {
      for (const short of ["memory", "cores"]) {
        if (this.chance(0.8)) {
          capacity[this.#in(domain, short, driver)] = { value: this.one(AMOUNTS) };
        }
      }
    }
    return {
      driver,
      name,
      attributes,
      capacity,
      ...this.chance(0.5) && { allowMultipleAllocations: this.chance(0.5) },
    };
  }

  /** What is in the domain of the device's driver may go without its name. */
  #in(domain: string, short: string, driver: string): string {
    return domain === driver && this.chance(0.5) ? short : `${domain}/${short}`;
  }

  #attribute(kind: string): Attribute {
    // One in some has the value of another type.
    return this.chance(0.1) ? this.#attribute(this.one(Object.values(NAMES))) : {
      [kind]: this.#value(kind),
    };
  }

  #list(kind: string): Attribute {
    const element = kind.slice(0, -1);
    if (this.chance(0.1)) return { [element]: this.#value(element) };
    return { [kind]: this.many(4, () => this.#value(element)) };
  }

  #value(kind: string): unknown {
    switch (kind) {
      case "int":
        return this.one(WHOLE);
      case "bool":
        return this.chance(0.5);
      case "string":
        return this.one(TEXTS);
      default:
        return this.one(VERSIONS);
    }
  }
}
