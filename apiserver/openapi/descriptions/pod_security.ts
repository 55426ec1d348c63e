/**
 * Who pods and containers run as, and what they may do.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const PROFILE: FieldWords = {
  type: "RuntimeDefault takes the runtime's profile, Unconfined none, Localhost the one named in " +
    "localhostProfile.",
  localhostProfile: "A profile that is on the node. Required for Localhost, else not allowed.",
};

/** The OpenAPI descriptions of the security contexts of pods and containers. */
export const POD_SECURITY: Words = {
  PodSecurityContext: ["Who the containers of a pod run as. Can't be changed.", {
    seLinuxOptions: "The SELinux label of all containers. Left out: the runtime picks one. Linux " +
      "only.",
    windowsOptions: "What is special to Windows. Windows only.",
    runAsUser: "The user id of the first process of each container. Left out: the image's. Linux " +
      "only.",
    runAsGroup: "The primary group id of the first process of each container. Left out: the " +
      "runtime's default. Linux only.",
    runAsNonRoot: "Whether a container that would run as root is not started. Default: false.",
    supplementalGroups: "Ids of further groups of the first process of each container. Linux only.",
    supplementalGroupsPolicy: "Merge (the default) adds the groups that the image gives the " +
      "user, Strict does not. Linux only.",
    fsGroup: "A group that owns the volumes of the pod, as far as they can be owned, and is one " +
      "of the groups of all containers. Linux only.",
    sysctls: "Kernel parameters of the pod's own namespaces. Linux only.",
    fsGroupChangePolicy: "Always (the default) sets owner and mode of the volumes' files at each " +
      "start, OnRootMismatch only when those of the root folder differ. Linux only.",
    seccompProfile: "The seccomp profile of all containers. Linux only.",
    appArmorProfile: "The AppArmor profile of all containers. Linux only.",
    seLinuxChangePolicy: "How volumes get the SELinux label: Recursive sets it file by file, " +
      "MountOption (the default where the volume can) for the whole mount. Linux only.",
  }],
  SecurityContext: [
    "Who a container runs as and what it may do. What is set here counts more than the pod's.",
    {
      capabilities: "Capabilities to add and to drop. Left out: the runtime's set. Linux only.",
      privileged: "Whether the container may do on the node whatever root may. Default: false. " +
        "Linux only.",
      seLinuxOptions: "The SELinux label. Left out: the pod's, or one that the runtime picks. " +
        "Linux only.",
      windowsOptions: "What is special to Windows. Windows only.",
      runAsUser: "The user id of the first process. Left out: the pod's, or else the image's. " +
        "Linux only.",
      runAsGroup: "The primary group id of the first process. Left out: the pod's, or else the " +
        "runtime's default. Linux only.",
      runAsNonRoot: "Whether the container is not started when it would run as root. Left out: " +
        "as the pod says, or else false.",
      readOnlyRootFilesystem: "Whether the container can't write to its own root folder. " +
        "Default: false. Linux only.",
      allowPrivilegeEscalation: "Whether a process may get more rights than its parent, by " +
        "setuid programs for one. Default: true; always true when privileged or with " +
        "CAP_SYS_ADMIN. Linux only.",
      procMount: "Default hides and protects parts of /proc, Unmasked does not and takes " +
        "hostUsers false. Linux only.",
      seccompProfile: "The seccomp profile. Left out: the pod's. Linux only.",
      appArmorProfile: "The AppArmor profile. Left out: the pod's. Linux only.",
    },
  ],
  Capabilities: ["Linux capabilities, without the prefix CAP_.", {
    add: "Those that the container gets in addition: NET_ADMIN, or ALL.",
    drop: "Those that the container loses: ALL, for one.",
  }],
  SELinuxOptions: ["An SELinux label, by its parts.", {
    user: "The user.",
    role: "The role.",
    type: "The type.",
    level: "The level.",
  }],
  SeccompProfile: ["Which system calls are allowed.", PROFILE],
  AppArmorProfile: ["Which AppArmor profile confines the processes.", PROFILE],
  WindowsSecurityContextOptions: ["What is special to containers on Windows.", {
    gmsaCredentialSpecName: "The name of the group managed service account's credential spec.",
    gmsaCredentialSpec: "The credential spec itself; filled in by a webhook from the name.",
    runAsUserName: "The user of the first process. Left out: the pod's, or else the image's.",
    hostProcess: "Whether the container runs on the node itself. All containers of the pod have " +
      "the same, and hostNetwork has to be true.",
  }],
  Sysctl: ["A kernel parameter.", {
    name: "Its name: net.core.somaxconn.",
    value: "Its value.",
  }],
};
