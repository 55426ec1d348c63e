/**
 * What is admitted, and what is changed on the way in.
 *
 * @module
 */

import { bool, flag, group, int, list, string, works } from "../../toolkit/flags/mod.ts";

/** Admission plugins and their settings. */
export const admissionFlags = group("Admission", works, {
  "admission-control-config-file": flag(
    string,
    "",
    "The configuration file of admission plugins",
  ),
  "allow-privileged": flag(bool, false, "Allow privileged containers"),
  "default-not-ready-toleration-seconds": flag(
    int,
    300,
    "How long, in seconds, pods tolerate a node that is not ready, unless they say otherwise",
  ),
  "default-unreachable-toleration-seconds": flag(
    int,
    300,
    "How long, in seconds, pods tolerate a node that can't be reached, unless they say otherwise",
  ),
  "disable-admission-plugins": flag(
    list,
    [],
    "Plugins to disable although they are on by default; the order does not matter",
  ),
  "enable-admission-plugins": flag(
    list,
    [],
    "Plugins to enable besides those that are on by default; the order does not matter",
  ),
});
