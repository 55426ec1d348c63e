/**
 * A device as expressions see it.
 *
 * @module
 */

import type { resourceV1 } from "../../../toolkit/mod.ts";
import {
  CelError,
  CelMap,
  CelObject,
  parseSemver,
  QuantityValue,
  type Value,
  ValueMap,
} from "../../../toolkit/cel/mod.ts";
import { DEVICE_ENVIRONMENT } from "../../../toolkit/policies/mod.ts";
import type { DeviceView } from "./device_views.ts";

const EMPTY = new ValueMap();
const TYPE = DEVICE_ENVIRONMENT.variable("device");
const TYPE_NAME = TYPE?.kind === "object" ? TYPE.name : "";

/** The variable `device`. Throws CelError for an attribute that expressions can't have. */
export function deviceValueOf(device: DeviceView): Value {
  const { driver, attributes, capacities, isShared } = device;
  return new DeviceObject(
    new Map<string, Value>([
      ["driver", driver],
      ["allowMultipleAllocations", isShared],
      ["attributes", byDomain(driver, Object.entries(attributes), attributeValue)],
      ["capacity", byDomain(driver, capacities, (_, { value }) => QuantityValue.of(value))],
    ]),
  );
}

/** Values by their domains, and by their names in these; what names no domain is in that of the driver. */
function byDomain<T>(
  driver: string,
  entries: Iterable<readonly [string, T]>,
  valueOf: (name: string, said: T) => Value,
): CelMap {
  const domains = new Map<string, ValueMap>();
  for (const [name, said] of entries) {
    const slash = name.indexOf("/");
    const domain = slash < 0 ? driver : name.slice(0, slash);
    const values = domains.get(domain) ?? new ValueMap();
    domains.set(domain, values);
    const short = name.slice(slash + 1);
    // A name can be said with the driver's domain and without.
    if (values.get(short) === undefined) values.set(short, valueOf(name, said));
  }
  return new Domains(domains);
}

function attributeValue(
  name: string,
  { int, bool, string, version }: resourceV1.DeviceAttribute,
): Value {
  if (int !== undefined) return BigInt(int);
  if (bool !== undefined) return bool;
  if (string !== undefined) return string;
  if (version === undefined) {
    throw new CelError(`attribute ${name}: unsupported attribute value`);
  }
  try {
    return parseSemver(version);
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    throw new CelError(`attribute ${name}: parse semantic version: ${error.message}`);
  }
}

class DeviceObject extends CelObject {
  override readonly typeName = TYPE_NAME;
  readonly #fields: ReadonlyMap<string, Value>;

  constructor(fields: ReadonlyMap<string, Value>) {
    super();
    this.#fields = fields;
  }

  override get(field: string): Value | undefined {
    return this.#fields.get(field);
  }

  override fields(): Iterable<string> {
    return this.#fields.keys();
  }
}

/** A domain that a device says nothing of is empty, and no error. */
class Domains extends CelMap {
  readonly #domains: ReadonlyMap<string, ValueMap>;

  constructor(domains: ReadonlyMap<string, ValueMap>) {
    super();
    this.#domains = domains;
  }

  override get size(): number {
    return this.#domains.size;
  }

  override keys(): Iterable<string> {
    return this.#domains.keys();
  }

  override has(key: Value): boolean {
    return typeof key === "string" && this.#domains.has(key);
  }

  override get(key: Value): Value | undefined {
    return typeof key === "string" ? this.#domains.get(key) ?? EMPTY : undefined;
  }
}
