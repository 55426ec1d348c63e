/**
 * What the API server does with requests and with itself, whatever their resource.
 *
 * @module
 */

import {
  bool,
  checked,
  flag,
  float,
  group,
  int,
  list,
  notNegative,
  string,
  switches,
  works,
} from "../../toolkit/flags/mod.ts";
import { duration, MINUTE } from "../../toolkit/flags/duration.ts";
import { ip } from "../../toolkit/flags/network.ts";

const count = notNegative(int);
const span = notNegative(duration);

/** Requests, limits, start and stop. */
export const genericFlags = group("Generic", works, {
  "advertise-address": flag(
    ip,
    "",
    "The address on which members of the cluster reach this server; empty: --bind-address, or an address of this machine where that is unspecified or a loopback address",
  ),
  "cors-allowed-origins": flag(
    list,
    [],
    "Regular expressions of origins whose pages may call the server from a browser (CORS), comma separated; each says where the host begins (^ or //) and ends ($ or :); none: no CORS",
  ),
  "enable-priority-and-fairness": flag(
    bool,
    true,
    "With the feature APIPriorityAndFairness, have requests wait by priority and fairness instead of rejecting those over the in-flight limits, whose sum is then the number of seats",
  ),
  "external-hostname": flag(
    string,
    "",
    "The host name of this server for clients outside the cluster, in discovery and URLs; empty: --advertise-address",
  ),
  "goaway-chance": flag(
    checked(float, (value) => value < 0 || value > 0.02 ? "must be from 0 to 0.02" : undefined),
    0,
    "The probability that an HTTP/2 connection is told to end (GOAWAY) after a request, so that clients spread over several servers; 0 (off) to 0.02; leave it off where there is one server",
  ),
  "livez-grace-period": flag(
    span,
    0,
    "For how long after the start /livez passes although parts of the start have not finished",
  ),
  "max-connection-bytes-per-sec": flag(
    count,
    0,
    "The limit of each user's connection in bytes per second, for long-running requests; 0 means no limit",
  ),
  "max-mutating-requests-inflight": flag(
    count,
    200,
    "The maximum number of mutating requests in flight; further ones are rejected; 0 means no limit",
  ),
  "max-requests-inflight": flag(
    count,
    400,
    "The maximum number of non-mutating requests in flight; further ones are rejected; 0 means no limit",
  ),
  "min-request-timeout": flag(
    count,
    1800,
    "The minimum number of seconds that a watch is kept open; each picks a random longer time to spread load",
  ),
  "request-timeout": flag(
    span,
    MINUTE,
    "The time limit for a request, unless its type has another",
  ),
  "shutdown-delay-duration": flag(
    span,
    0,
    "How long to keep serving after the signal to stop, with /readyz failing, so that load balancers notice",
  ),
  "target-ram-mb": flag(
    count,
    0,
    "A memory limit in megabytes, of which the number of past changes in memory is made that are kept of nodes, pods and what changes with them",
  ),
});

/** Which APIs are served. */
export const apiEnablementFlags = group("API enablement", works, {
  "runtime-config": flag(
    switches,
    {},
    "Pairs that switch built-in APIs: v1 or <group>/<version>=true|false, true without a value; api/all, api/ga, api/beta and api/alpha for many at once",
  ),
});
