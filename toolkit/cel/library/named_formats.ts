/**
 * Formats of texts by their names: `format.dns1123Label().validate(name)` gives the messages of the
 * rules that a text breaks, or nothing.
 *
 * @module
 */

import {
  checkDns1035Label,
  checkLabelKey,
  checkLabelValue,
  checkNameIsLabel,
  checkNameIsLabel1035,
  checkNameIsSubdomain,
  type Messages,
  VALID,
} from "../../validation/mod.ts";
import { parseTime } from "../../values/mod.ts";
import { REGEX_FACTOR, regexCost, scaled, TEXT_FACTOR } from "../cost.ts";
import { type CallCost, type CelLibrary, overload } from "../declarations.ts";
import { OpaqueValue, Optional, sizeOf, type Value, ValueList } from "../values.ts";
import { counted } from "./counted.ts";
import { TYPE_NAMES } from "./type_names.ts";
import { urlProblem } from "./urls.ts";

const { format: FORMAT } = TYPE_NAMES;

class Format extends OpaqueValue {
  override readonly typeName = FORMAT;

  constructor(
    readonly name: string,
    /** The length of a regular expression that does the same: what a check is taken to cost. */
    readonly regexSize: number,
    readonly check: (text: string) => Messages,
  ) {
    super();
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Format && this.name === other.name;
  }
}

function unless(valid: (text: string) => boolean, message: string) {
  return (text: string): Messages => valid(text) ? VALID : [message];
}

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

function isBase64(text: string): boolean {
  return text !== "" &&
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);
}

function isTime(text: string): boolean {
  try {
    parseTime(text);
    return true;
  } catch {
    return false;
  }
}

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && isTime(`${text}T00:00:00Z`);
const isDateTime = (text: string) => /^\d{4}-\d\d-\d\dt/i.test(text) && isTime(text.toUpperCase());

const prefix = { prefix: true };
/** Sizes are the reference's. */
const FORMATS: Readonly<Record<string, Format>> = {
  dns1123Label: new Format("DNS1123Label", 30, checkNameIsLabel),
  dns1123Subdomain: new Format("DNS1123Subdomain", 60, checkNameIsSubdomain),
  dns1035Label: new Format("DNS1035Label", 30, checkDns1035Label),
  qualifiedName: new Format("QualifiedName", 60, checkLabelKey),
  dns1123LabelPrefix: new Format(
    "DNS1123LabelPrefix",
    30,
    (text) => checkNameIsLabel(text, prefix),
  ),
  dns1123SubdomainPrefix: new Format(
    "DNS1123SubdomainPrefix",
    60,
    (text) => checkNameIsSubdomain(text, prefix),
  ),
  dns1035LabelPrefix: new Format(
    "DNS1035LabelPrefix",
    30,
    (text) => checkNameIsLabel1035(text, prefix),
  ),
  labelValue: new Format("LabelValue", 40, checkLabelValue),
  uri: new Format("URI", 1103, (text) => {
    const problem = urlProblem(text);
    return problem === undefined ? VALID : [problem];
  }),
  uuid: new Format(
    "uuid",
    70,
    unless((text) => UUID.test(text), "does not match the UUID format"),
  ),
  byte: new Format("byte", 84, unless(isBase64, "invalid base64")),
  date: new Format("date", 71, unless(isDate, "invalid date")),
  datetime: new Format("datetime", 71, unless(isDateTime, "invalid datetime")),
};

function named(name: string): Optional {
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  return format === undefined ? Optional.none : Optional.of(format);
}

function validate({ check }: Format, text: string): Optional {
  const messages = check(text);
  return messages.length === 0 ? Optional.none : Optional.of(new ValueList([...messages]));
}

/** A text is read, or what is wrong with it told. */
const CHECK = { call: 100, unit: 1 };

/** The longest of the regular expressions that the formats of names are made of. */
const LONGEST_REGEX = 128;

const validation: CallCost = {
  actual: ([format, text]) => regexCost(sizeOf(text as Value), (format as Format).regexSize),
  estimate: (sizes) => scaled(scaled(sizes.size(1), TEXT_FACTOR), LONGEST_REGEX * REGEX_FACTOR),
};

export const FORMAT_LIBRARY: CelLibrary = {
  overloads: [
    overload(`:format.named(string): optional<${FORMAT}>`, named),
    overload(
      `${FORMAT}.validate(string): optional<list<string>>`,
      counted(CHECK, validate),
      validation,
    ),
    ...Object.entries(FORMATS).map(([name, format]) =>
      overload(`:format.${name}(): ${FORMAT}`, () => format)
    ),
  ],
};
