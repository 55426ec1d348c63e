/**
 * Descriptions of the security contexts of pods and containers.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const PROFILE: FieldWords = {
  type: "RuntimeDefault uses the container runtime's profile, Unconfined none, Localhost the one " +
    "in localhostProfile.",
  localhostProfile: "The name of a profile on the node. Required for type Localhost, otherwise " +
    "not allowed.",
};

/** The descriptions of the security contexts of pods and containers. */
export const POD_SECURITY: Words = {
  PodSecurityContext: ["Security settings for all containers of a pod. Can't be changed.", {
    seLinuxOptions: "The SELinux context of all containers. If unset, the runtime chooses one. " +
      "Linux only.",
    windowsOptions: "Settings specific to Windows. Windows only.",
    runAsUser: "The user ID of the containers' processes. If unset, the image's user. Linux only.",
    runAsGroup: "The primary group ID of the containers' processes. If unset, the runtime's " +
      "default. Linux only.",
    runAsNonRoot: "Whether containers that would run as root must not start. Default: false.",
    supplementalGroups: "Additional group IDs of the containers' processes. Linux only.",
    supplementalGroupsPolicy: "Merge (the default) adds the groups that the image defines for " +
      "the user, Strict does not. Linux only.",
    fsGroup: "A group ID that owns the pod's volumes, if their type supports it, and that all " +
      "containers' processes get too. Linux only.",
    sysctls: "Kernel parameters of the pod's namespaces. Linux only.",
    fsGroupChangePolicy: "Always (the default) sets ownership and permissions of volumes at each " +
      "mount, OnRootMismatch only if those of the root directory differ. Linux only.",
    seccompProfile: "The seccomp profile of all containers. Linux only.",
    appArmorProfile: "The AppArmor profile of all containers. Linux only.",
    seLinuxChangePolicy: "How volumes get the SELinux label: Recursive relabels each file, " +
      "MountOption (the default if supported) mounts the volume with the label. Linux only.",
  }],
  SecurityContext: ["Security settings of a container. They override the pod's.", {
    capabilities: "Capabilities to add and drop. If unset, the runtime's default set. Linux only.",
    privileged: "Whether the container has the privileges of root on the node. Default: false. " +
      "Linux only.",
    seLinuxOptions: "The SELinux context. If unset, the pod's, or one that the runtime chooses. " +
      "Linux only.",
    windowsOptions: "Settings specific to Windows. Windows only.",
    runAsUser: "The user ID of the container's process. If unset, the pod's, or the image's. " +
      "Linux only.",
    runAsGroup: "The primary group ID of the container's process. If unset, the pod's, or the " +
      "runtime's default. Linux only.",
    runAsNonRoot: "Whether the container must not start if it would run as root. If unset, the " +
      "pod's setting, or false.",
    readOnlyRootFilesystem: "Whether the root file system of the container is read-only. " +
      "Default: false. Linux only.",
    allowPrivilegeEscalation: "Whether child processes can acquire privileges that their parent " +
      "lacks, for example through setuid. Default: true; always true if privileged or with " +
      "CAP_SYS_ADMIN. Linux only.",
    procMount: "Default masks parts of /proc and makes others read-only, Unmasked does not and " +
      "requires hostUsers to be false. Linux only.",
    seccompProfile: "The seccomp profile. If unset, the pod's. Linux only.",
    appArmorProfile: "The AppArmor profile. If unset, the pod's. Linux only.",
  }],
  Capabilities: ["Linux capabilities to add and drop, without the prefix CAP_.", {
    add: "Capabilities to add, such as NET_ADMIN, or ALL.",
    drop: "Capabilities to drop, such as ALL.",
  }],
  SELinuxOptions: ["An SELinux context.", {
    user: "The SELinux user.",
    role: "The SELinux role.",
    type: "The SELinux type.",
    level: "The SELinux level.",
  }],
  SeccompProfile: ["A seccomp profile, which restricts system calls.", PROFILE],
  AppArmorProfile: ["An AppArmor profile, which confines processes.", PROFILE],
  WindowsSecurityContextOptions: ["Security settings specific to Windows containers.", {
    gmsaCredentialSpecName: "The name of the GMSA (group managed service account) credential spec.",
    gmsaCredentialSpec: "The content of the GMSA credential spec, filled in from its name by a " +
      "webhook.",
    runAsUserName: "The user of the container's process. If unset, the pod's, or the image's.",
    hostProcess: "Whether the container runs as a process of the host. Must be equal for all " +
      "containers of the pod, and requires hostNetwork.",
  }],
  Sysctl: ["A kernel parameter.", {
    name: "The name of the parameter, such as net.core.somaxconn.",
    value: "The value of the parameter.",
  }],
};
