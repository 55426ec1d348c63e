/**
 * Nodes that run pods without processes.
 *
 * @module
 */

import {
  bool,
  checked,
  flag,
  group,
  int32,
  settings,
  string,
  works,
} from "../../toolkit/flags/mod.ts";
import { duration, SECOND } from "../../toolkit/flags/duration.ts";

const span = checked(duration, (ms) => ms < 0 ? "must not be negative" : undefined);

/** What simulated nodes are like. */
export const simulatedFlags = group("Simulated nodes", works, {
  "simulated-nodes": flag(
    checked(int32, (value) => value < 1 ? "must be 1 or more" : undefined),
    1,
    "How many nodes the process is, with --container-runtime=simulated",
  ),
  "simulated-node-prefix": flag(
    string,
    "node-",
    "What the names of simulated nodes begin with; their number follows, from 1 on",
  ),
  "simulated-capacity": flag(
    settings,
    {},
    "What each simulated node has when it registers, as cpu=8,memory=16Gi,pods=110; empty: these, and ephemeral-storage=100Gi",
  ),
  "simulated-pod-range": flag(
    string,
    "10.128.0.0/10",
    "Where the pods of simulated nodes have their addresses from, /24 each node, unless the cluster gives the node a range",
  ),
  "simulated-start-delay": flag(span, 0, "How long a container takes to start"),
  "simulated-ready-delay": flag(
    span,
    0,
    "How long a container takes from its start until it is ready",
  ),
  "simulated-stop-delay": flag(span, 0, "How long a container takes to end when it is told to"),
  "simulated-job-duration": flag(span, SECOND, "How long the containers of jobs' pods run"),
  "simulated-events": flag(
    bool,
    false,
    "Whether nodes write events about the containers of pods: pulled, created, started, killed",
  ),
  "simulated-writers": flag(
    checked(int32, (value) => value < 1 ? "must be 1 or more" : undefined),
    64,
    "How many pods are written at once, and how many nodes and leases",
  ),
});
