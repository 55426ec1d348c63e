/**
 * What is admitted, and what is changed on the way in.
 *
 * @module
 */

import { bool, flag, group, int, list, string } from "../../toolkit/flags/mod.ts";
import { admissionLater } from "./status.ts";

/** Admission plugins and their settings. */
export const admissionFlags = group("Admission", admissionLater, {
  "admission-control-config-file": flag(string, "", "The file with the plugins' configuration"),
  "allow-privileged": flag(bool, false, "Allow privileged containers"),
  "default-not-ready-toleration-seconds": flag(
    int,
    300,
    "How long pods tolerate a node that is not ready, unless they say otherwise",
  ),
  "default-unreachable-toleration-seconds": flag(
    int,
    300,
    "How long pods tolerate a node that can't be reached, unless they say otherwise",
  ),
  "disable-admission-plugins": flag(
    list,
    [],
    "Plugins that are off although they are on by default; the order means nothing",
  ),
  "enable-admission-plugins": flag(
    list,
    [],
    "Plugins that are on besides those that are by default; the order means nothing",
  ),
});
