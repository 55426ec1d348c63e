/**
 * Random command lines: flags that are judged together, with values that may be wrong.
 *
 * @module
 */

import type { Random } from "../../testing/random_objects.ts";
import type { ReferenceFlag } from "./oracle.ts";
import { FOLDER } from "./sample_files.ts";
import { valuesOf, WRITTEN } from "./values.ts";

/** A server with these flags starts: whoever gives one of them again gives it instead. */
export const BASE: Readonly<Record<string, string>> = {
  "etcd-servers": "http://127.0.0.1:2379",
  "service-account-issuer": "https://i.example.com",
  "service-account-signing-key-file": `${FOLDER}/rsa.key`,
  "service-account-key-file": `${FOLDER}/rsa.key`,
  "advertise-address": "192.0.2.1",
  "cert-dir": FOLDER,
};

/** The flags of one of these the server judges together. */
export const TOGETHER: readonly RegExp[] = [
  /^(service-account-|api-audiences|tls-private-key)/,
  /^(service-account-issuer|oidc-|authentication-config|anonymous-auth|api-audiences)/,
  /^oidc-/,
  /^(authorization-|anonymous-auth|feature-gates)/,
  /^(authentication-|token-auth|client-ca|anonymous)/,
  /^(requestheader-|client-ca|proxy-client)/,
  /^audit-log-/,
  /^audit-webhook-/,
  /^audit-(policy|log-(path|mode|truncate|batch)|webhook-(config|mode|truncate|batch))/,
  /^(etcd-|storage-|watch-cache|default-watch)/,
  /^(tls-|secure-port|bind-address|cert-dir|http2)/,
  /^(service-cluster|service-node-port|kubernetes-service-node|advertise|bind-address|apiserver-count|endpoint-rec)/,
  /^(max-|enable-priority|runtime-config|feature-gates|request-timeout|min-request)/,
  /^(enable-admission|disable-admission|admission-|runtime-config|feature-gates|allow-priv)/,
  /^(kubelet-|egress-|proxy-client|enable-aggregator)/,
  /^(shutdown-|livez|goaway|request-timeout|min-request|event-ttl|delete-coll|encryption)/,
  /^(v|vmodule|log|.*metrics?|profiling|contention)/,
];

/** Every flag with each of its values, and in each way of writing one. */
export function* singleFlags(flags: readonly ReferenceFlag[]): Generator<readonly string[]> {
  for (const flag of flags) {
    const { name, bare } = flag;
    const { own, ofType } = valuesOf(flag);
    const all = new Set([...own, ...ofType]);
    const [first = "x", second = first] = all;
    for (const value of all) yield [`--${name}=${value}`];
    yield [`--${name}`];
    // Whatever it is, it would be made.
    if (!WRITTEN.has(name)) yield [`--${name}`, "--profiling=false"];
    yield [`--${name}`, first];
    yield [`--${name}`, second, "--profiling"];
    yield [`--${name.replaceAll("-", "_")}=${second}`];
    yield [`--${name.toUpperCase()}=${second}`];
    yield [`-${name}=${second}`];
    yield [`--${name}=${first}`, `--${name}=${second}`];
    yield [`--${name}=${second}`, `--${name}=${first}`];
    if (bare !== "") yield [`--no-${name}`];
  }
}

/** What is wrong with a line as such. */
export const SYNTAX: readonly (readonly string[])[] = [
  [],
  [""],
  ["x"],
  ["", "x"],
  ["--"],
  ["--", "x"],
  ["--", ""],
  ["--", "--goaway-chance=1"],
  ["--="],
  ["--=x"],
  ["---"],
  ["---profiling"],
  ["-"],
  ["-x"],
  ["-=x"],
  ["-v"],
  ["-v", "3"],
  ["-v3"],
  ["-v=3"],
  ["-v=x"],
  ["-vx"],
  ["-v3x"],
  ["--v3"],
  ["--nothing"],
  ["--nothing=x"],
  ["--nothing", "--goaway-chance=x"],
  ["--goaway-chance=x", "--nothing"],
  ["--goaway-chance=x", "x"],
  ["--profiling", "false"],
  ["--profiling=false", "--profiling"],
  ["--profiling =false"],
  ["--profiling= false"],
  ["--goaway-chance=1", "--apiserver-count=0"],
  ["--goaway-chance", "--apiserver-count=1"],
  ["--goaway-chance="],
];

/** Makes random lines, one after the other, most of flags that one of `together` has. */
export function randomLines(
  flags: readonly ReferenceFlag[],
  together: readonly RegExp[],
  random: Random,
): () => readonly string[] {
  const groups = together.map((pattern) => flags.filter(({ name }) => pattern.test(name)));
  return () => {
    const group = random.chance(90) ? random.pick(groups) : flags;
    const chosen = new Set(Array.from({ length: 2 + random.below(4) }, () => random.pick(group)));
    return Array.from(chosen, (flag) => `--${flag.name}=${valueOf(flag, random)}`);
  };
}

/** One that may be wrong, and seldom is for that type alone. */
function valueOf(flag: ReferenceFlag, random: Random): string {
  const { own, ofType } = valuesOf(flag);
  if (own.length > 0 && random.chance(85)) return random.chance(60) ? own[0]! : random.pick(own);
  return random.chance(60) ? random.pick(ofType.slice(0, 4)) : random.pick(ofType);
}

/** A whole line: what {@link BASE} has besides, where `args` do not say it or it is left out. */
export function wholeLine(args: readonly string[], leftOut: readonly string[] = []): string[] {
  const given = new Set(args.map((arg) => /^--([^=]*)/.exec(arg)?.[1]?.replaceAll("_", "-")));
  const base = Object.entries(BASE).filter(([name]) => !given.has(name) && !leftOut.includes(name));
  return [...base.map(([name, value]) => `--${name}=${value}`), ...args];
}

/** The flags of a whole line that {@link BASE} does not have so. */
export function addedBy(line: readonly string[]): string[] {
  const base = new Set(Object.entries(BASE).map(([name, value]) => `--${name}=${value}`));
  return line.filter((arg) => arg.startsWith("--") && !base.has(arg));
}
