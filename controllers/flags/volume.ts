/**
 * Volumes: attachment, provisioning, recycling.
 *
 * @module
 */

import { bool, flag, group, int32, list, string, works } from "../../toolkit/flags/mod.ts";
import { duration, MINUTE, SECOND } from "../../toolkit/flags/duration.ts";
import { notBuilt } from "./generic.ts";

/** Volume controllers. */
export const volumeFlags = group("Volume controllers", notBuilt, {
  "attach-detach-reconcile-sync-period": flag(
    duration,
    MINUTE,
    "How often attached volumes are compared with the nodes; more than a second",
  ),
  "disable-attach-detach-reconcile-sync": flag(
    bool,
    false,
    "Do not compare attached volumes with the nodes",
  ),
  "enable-dynamic-provisioning": flag(bool, true, "Ask for volumes for claims", { status: works }),
  "enable-hostpath-provisioner": flag(
    bool,
    false,
    "Provision host path volumes: for tests on one node only",
  ),
  "external-cloud-volume-plugin": flag(
    string,
    "",
    "The volume plugin when --cloud-provider is external",
  ),
  "flex-volume-plugin-dir": flag(
    string,
    (names) => names.volumePluginFolder,
    "The folder of third-party volume plugins",
  ),
  "pv-recycler-increment-timeout-nfs": flag(
    int32,
    30,
    "The seconds per Gi by which the deadline of an NFS recycler pod grows",
  ),
  "pv-recycler-minimum-timeout-hostpath": flag(
    int32,
    60,
    "The minimum deadline in seconds of a host path recycler pod: for development only",
  ),
  "pv-recycler-minimum-timeout-nfs": flag(
    int32,
    300,
    "The minimum deadline in seconds of an NFS recycler pod",
  ),
  "pv-recycler-pod-template-filepath-hostpath": flag(
    string,
    "",
    "The template of host path recycler pods: for development only",
  ),
  "pv-recycler-pod-template-filepath-nfs": flag(string, "", "The template of NFS recycler pods"),
  "pv-recycler-timeout-increment-hostpath": flag(
    int32,
    30,
    "The seconds per Gi by which the deadline of a host path recycler pod grows: for development only",
  ),
  "pvclaimbinder-sync-period": flag(
    duration,
    15 * SECOND,
    "How long claims that wait for a volume rest before they are looked at again",
    { status: works },
  ),
  "volume-host-allow-local-loopback": flag(
    bool,
    true,
    "Let volume plugins reach loopback addresses, as well as those that --volume-host-cidr-denylist leaves",
  ),
  "volume-host-cidr-denylist": flag(list, [], "CIDRs that volume plugins must not reach"),
});
