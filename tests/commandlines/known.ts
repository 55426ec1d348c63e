/**
 * Command lines that one server takes and the other refuses, on purpose.
 *
 * @module
 */

import { FEATURES } from "../../apiserver/flags/features.ts";
import type { Judged } from "./difference.ts";

/** By what is said of the line: by ours where it refuses, else by the reference. */
export type Known = readonly [why: string, said: RegExp, also?: (judged: Judged) => boolean];

/** What any of our programs refuses. */
export const REFUSED_BY_ANY: readonly Known[] = [
  [
    "a bound that is negative bounds nothing",
    /"--(http2-max-streams-per-connection|max-connection-bytes-per-sec)" flag: must not be negative/,
  ],
  ["of lines in a list the first one counts there", /"a\\nb" is no name of a metric$/],
  ["the runtime can't switch these off", /^invalid --tls-cipher-suites: the list leaves out/],
  ["of a flag that is repeated each value is to be right", /^invalid argument .* flag: /, repeats],
  [
    "what is no number means nothing to a flag",
    /^invalid argument "([+-]?inf(inity)?|nan)" .* strconv.ParseFloat/i,
  ],
  [
    "such a name is nobody's",
    /^invalid --tls-sni-cert-key .* is not a name, \*.suffix or address$/,
  ],
  ["zeros before a number are read as octal elsewhere", /invalid CIDR address: (0\d|\S+\/0\d)/],
];

/** What our server refuses. */
const REFUSED: readonly Known[] = [
  ...REFUSED_BY_ANY,
  ["half of a pair proves nobody", /^--(proxy-client|nodeagent-client)\S+ and .* given together/],
  [
    "these files are read there, too, once the server is made",
    /^--(proxy-client-(cert|key)-file|nodeagent-(client|certificate)-\S+): /,
  ],
  [
    "so are keys compared with certificates",
    /^the key in --(proxy|nodeagent)-client\S+ \S+ does not match the first certificate in /,
  ],
  ["a reconciler is looked up there once the server is made", /"--endpoint-reconciler-type" flag/],
  [
    "flags of auditing are to be right also where nothing is recorded",
    /"--audit-(log|webhook)-(mode|format|maxage|maxbackup|maxsize)" flag: must/,
  ],
  ["so is the file of a webhook", /^--audit-webhook-config-file: /],
  [
    "no span of the store's is negative",
    /"--(etcd-compaction-interval|etcd-count-metric-poll-period|event-ttl)" flag: must not be neg/,
  ],
  [
    "an empty file of authorities would mean all of the host's",
    /^--oidc-ca-file: FOLDER\/empty holds/,
  ],
  ["nobody would be reached so", /^--nodeagent-timeout must be more than 0$/],
  ["nobody would be reached so", /^--nodeagent-preferred-address-types is empty/],
  [
    "a place of the store that can't be reached is told at the start",
    /(--etcd[-_]servers: .* must begin with|has no valid host and port|different schemes)/,
  ],
  ["two places for one resource contradict each other", /names a resource that another override/],
  [
    "an override of nothing is a mistake",
    /^--etcd[-_]servers[-_]overrides: .*must begin with http/,
  ],
  ["a size is that of a resource", /^invalid --watch-cache-sizes "#/],
  [
    "to name no authorizer would let everybody in",
    /at least one authorization-mode must be passed/,
  ],
  [
    "what is not served can't be switched on",
    /^invalid --runtime-config "\S+(alpha|beta)\d+": no such group and version is built in$/,
  ],
];

/** What the reference refuses. */
const TAKEN: readonly Known[] = [
  ["it has features of older releases", /^unrecognized feature gate: /, hasFeature],
  ["it has a plugin of older releases", /plugin "PodSecurityPolicy" is unknown$/],
  ["it has a version of older releases", /^invalid group version, allowed versions/, writesBeta],
  ["without servers the store is a file", /^--etcd-servers must be specified$/],
  [
    "requests are let in by priority and fairness only where its feature is on",
    /(conflicts with --enable-priority-and-fairness=true$|MaxRequestsInFlight=)/,
  ],
  ["an empty range is the default one", /^kubernetes service node port range {2}doesn't contain/],
  ["a key alone is true, also that of a stage", /^invalid value api\/\w+=$/],
  [
    "certificates for the store are looked at when it is opened",
    /^error creating storage factory: tls: failed to find any PEM data in certificate input$/,
  ],
  [
    "a private key of any form has a public one",
    /server\.key: data does not contain any valid RSA or ECDSA public keys$/,
  ],
  ["the reference's program ends there by a mistake of its own", /^runtime error: .* nil pointer/],
];

/** Why a line of the server that one of both refuses is taken by the other; undefined: it should not be. */
export const reasonFor = (judged: Judged): string | undefined =>
  reasonAmong(REFUSED, TAKEN, judged);

/** The same by lists of what ours refuses, and of what it takes. */
export function reasonAmong(
  refused: readonly Known[],
  taken: readonly Known[],
  judged: Judged,
): string | undefined {
  const { ours, theirs } = judged;
  const said = ours === "" ? theirs.errors : [ours];
  const list = ours === "" ? taken : refused;
  // Whatever else is wrong, each has a reason.
  const reasons = said.map((one) =>
    list.find(([, pattern, also]) => pattern.test(one) && (also?.(judged) ?? true))?.[0]
  );
  return reasons.includes(undefined) ? undefined : reasons[0];
}

function repeats({ args }: Judged): boolean {
  const names = args.filter((arg) => arg.startsWith("--")).map((arg) => arg.split("=", 1)[0]);
  return new Set(names).size < names.length;
}

function hasFeature({ theirs }: Judged): boolean {
  const [, name] = /gate: (\w+)/.exec(theirs.errors[0]!)!;
  return Object.hasOwn(FEATURES, name!);
}

function writesBeta({ args }: Judged): boolean {
  return args.some((arg) => /^--audit-\w+-version=audit\.k8s\.io\/v1(alpha1|beta1)$/.test(arg));
}
