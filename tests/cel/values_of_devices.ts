/**
 * Texts of expressions by the types that they have, or may have, where a device is selected (`random_devices.ts`).
 *
 * @module
 */

import { DRIVER, OTHER_DOMAIN } from "./random_devices.ts";
import { FEW_PLAIN_VALUES } from "./values_of_policies.ts";
import type { Values } from "./values_of_types.ts";

const OWN = `device.attributes["${DRIVER}"]`;
const OTHER = `device.attributes["${OTHER_DOMAIN}"]`;
const NOBODYS = 'device.attributes["nobody.example.com"]';
const AMOUNTS = `device.capacity["${DRIVER}"]`;
const OTHER_AMOUNTS = `device.capacity["${OTHER_DOMAIN}"]`;

/** An attribute in each way in which it is written. */
const attribute = (name: string) => [`${OWN}.${name}`, `${OWN}["${name}"]`, `${OTHER}.${name}`];

/** What is tried of devices. */
export const VALUES_OF_DEVICES: Values = {
  scalars: {
    ...FEW_PLAIN_VALUES,
    int: [...attribute("i"), "size(device.attributes)", `size(${OWN})`, "0", "1", "-1", "3"]
      .concat(["2147483648", `${OWN}.?i.orValue(7)`, "size(device.driver)", `size(${OWN}.s)`]),
    uint: ["1u", `uint(${OWN}.i)`],
    double: ["1.5", `double(${OWN}.i)`, `${OWN}.i`],
    bool: [...attribute("b"), "device.allowMultipleAllocations", "true", "false", `has(${OWN}.i)`]
      .concat([`"i" in ${OWN}`, `"${DRIVER}" in device.attributes`, `has(${NOBODYS}.i)`])
      .concat([`device.driver == "${DRIVER}"`, `${OWN}.?b.orValue(true)`, `has(${AMOUNTS}.cores)`])
      .concat([`cel.bind(d, ${OWN}, d.b && d.i > 1)`, `${OWN}.v.isGreaterThan(semver("1.2.3"))`])
      .concat([`${AMOUNTS}.memory.compareTo(quantity("1Gi")) >= 0`, `${OWN}.missing`])
      .concat([
        `cel.bind(a, ${OWN}, cel.bind(b, ${OTHER}, a.s == b.s))`,
      ]),
    string: [...attribute("s"), "device.driver", '"a"', '""', '"A1"', '"1.2.3"', '"i"']
      .concat([`"${DRIVER}"`, '"2Gi"', '"^[a-z]+$"', `${OWN}.?s.orValue("b")`, `string(${OWN}.i)`]),
    type: ["int", `type(${OWN}.i)`, `type(${OWN}.v)`, "type(device.driver)", "bool"],
    dyn: [...["i", "b", "s", "v"].flatMap(attribute), OWN, OTHER, NOBODYS, "device.attributes"]
      .concat(["device", "device.capacity", AMOUNTS, `${AMOUNTS}.memory`, `${OWN}.?i`])
      .concat([`device.attributes[?"${DRIVER}"]`, `${NOBODYS}.i`, `dyn(${OWN}.v)`, "dyn(1)"])
      .concat(['dyn("a")', "dyn(null)", "dyn([1])", `dyn(device.driver)`, `${OWN}.?missing`]),
    "kubernetes.Semver": [
      ...attribute("v"),
      'semver("1.2.3")',
      'semver("v1.2", true)',
      'semver("1")',
    ]
      .concat([`semver(${OWN}.s)`]),
    "kubernetes.Quantity": [`${AMOUNTS}.memory`, `${AMOUNTS}["cores"]`, `${OTHER_AMOUNTS}.memory`]
      .concat(['quantity("1Gi")', 'quantity("0")', 'quantity("x")', `quantity(${OWN}.s)`])
      .concat([`${AMOUNTS}.missing`, `device.capacity["nobody.example.com"].cores`]),
  },
  lists: {
    int: [`[${OWN}.i]`],
    string: [`[${OWN}.s, ${OTHER}.s]`, `${OWN}.s.split(".")`, "[device.driver]"],
    dyn: [`[${OWN}.i, ${OTHER}.i]`],
  },
  // What is walked through in an order of its own costs what that makes of it.
  maps: {},
};
