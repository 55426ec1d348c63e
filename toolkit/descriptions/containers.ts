/**
 * Descriptions of containers: images, commands, environments, probes and hooks.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const CONTAINER: FieldWords = {
  name: "The name of the container: a DNS label, unique among all containers of the pod. Can't " +
    "be changed.",
  image: "The image to run, with a tag or digest. Changing it in a running pod restarts the " +
    "container.",
  command: "The command to run instead of the image's entry point. $(NAME) is replaced by an " +
    "environment variable, $$(NAME) yields $(NAME).",
  args: "The arguments of the command, instead of the image's. $(NAME) is replaced by an " +
    "environment variable, $$(NAME) yields $(NAME).",
  workingDir: "The working directory of the command. If unset, the image's.",
  ports: "The ports that the container listens on. Informational: unlisted ports can be reached " +
    "too.",
  envFrom: "Config maps and secrets whose keys become environment variables. If several have the " +
    "same key, the last wins; env overrides them all.",
  env: "Environment variables, in order: later ones can refer to earlier ones.",
  resources: "The resources that the container needs (requests) and may use at most (limits). In " +
    "a running pod, change them through the resize subresource.",
  resizePolicy: "Whether the container must be restarted to resize its CPU or memory.",
  restartPolicy: "Overrides the pod's restartPolicy for this container. Always makes an init " +
    "container a sidecar.",
  restartPolicyRules: "Rules by exit code that precede restartPolicy: the first match applies. " +
    "At most 20; requires restartPolicy.",
  volumeMounts: "Volumes of the pod to mount in the container, each at a different path.",
  volumeDevices: "Block volumes of the pod to provide as devices in the container.",
  livenessProbe: "Periodically checks whether the container is alive. After " +
    "failureThreshold failures it is killed, and restarted by its restart policy. If unset, it " +
    "counts as alive while it runs.",
  readinessProbe: "Checks whether the container is ready to serve. While that fails, the pod is " +
    "not ready and receives no service traffic. If unset, it is ready once it runs.",
  startupProbe: "Checks whether the container has started. Other probes wait until it succeeds " +
    "once. After failureThreshold failures the container is killed, and restarted by its restart " +
    "policy.",
  lifecycle: "Hooks that run after the container's start and before its stop.",
  terminationMessagePath: "The file to which the container can write a termination message: up " +
    "to 4096 bytes appear in its status. Default: /dev/termination-log. Can't be changed.",
  terminationMessagePolicy: "File (the default) reads the termination message from its file " +
    "only. FallbackToLogsOnError uses the end of the log if the file is empty and the container " +
    "failed.",
  imagePullPolicy: "When to pull the image: Always, IfNotPresent or Never. Default: Always if " +
    "the tag is latest or there is no tag or digest, otherwise IfNotPresent.",
  securityContext: "The security settings of the container. They override the pod's.",
  stdin: "Whether to keep standard input open, so that clients can attach to it. Default: false.",
  stdinOnce: "Whether to close standard input after the first attached client disconnects. " +
    "Default: false.",
  tty: "Whether to allocate a terminal. Requires stdin. Default: false.",
};

/** What of a container an ephemeral one can't have. */
const NOT_EPHEMERAL = [
  "ports",
  "resources",
  "resizePolicy",
  "restartPolicy",
  "restartPolicyRules",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "lifecycle",
];

/**
 * The descriptions of containers: images, commands, environments, probes and lifecycle
 * hooks.
 */
export const CONTAINERS: Words = {
  Container: [
    "A process that runs in a pod: its image, command and resources.",
    CONTAINER,
  ],
  EphemeralContainer: [
    "A container added to a running pod for debugging. It has no resource guarantees, is never " +
    "restarted, and can't be removed.",
    {
      targetContainerName: "The container whose processes are visible. If unset, those of the " +
        "pod, as far as it shares them.",
    },
  ],
  EphemeralContainerCommon: [
    "The fields that an ephemeral container shares with other containers.",
    {
      ...CONTAINER,
      image: "The image to run, with a tag or digest.",
      ...Object.fromEntries(
        NOT_EPHEMERAL.map((name) => [name, "Not allowed for ephemeral containers."]),
      ),
    },
  ],
  ContainerPort: ["A port that a container listens on.", {
    name: "A name that services can refer to: at most 15 characters with a letter, unique in the " +
      "pod.",
    hostPort: "The port of the node that is forwarded to this port: 1 to 65535. It must equal " +
      "containerPort in the host network. Only one pod per node can use a host port of an " +
      "address and protocol.",
    containerPort: "The port number: 1 to 65535.",
    protocol: "The protocol: TCP (the default), UDP or SCTP.",
    hostIP: "The address of the node on which hostPort is open. If unset, all addresses.",
  }],
  EnvFromSource: [
    "A source of environment variables: each key of a config map or secret becomes one.",
    {
      prefix: "A prefix for the names of the variables.",
      configMapRef: "The config map.",
      secretRef: "The secret.",
    },
  ],
  ConfigMapEnvSource: ["A config map whose keys become environment variables.", {
    optional: "Whether the config map may be missing. Default: false.",
  }],
  SecretEnvSource: ["A secret whose keys become environment variables.", {
    optional: "Whether the secret may be missing. Default: false.",
  }],
  EnvVar: ["An environment variable, with either a value or a source.", {
    name: "The name of the variable: printable ASCII characters without =.",
    value: "The value. $(NAME) is replaced by an earlier variable, $$(NAME) yields $(NAME). " +
      "Default: empty.",
    valueFrom: "The source of the value. Not allowed with value.",
  }],
  EnvVarSource: ["The source of a variable's value: exactly one of these.", {
    fieldRef: "A field of the pod, such as its name, namespace, labels, annotations or addresses.",
    resourceFieldRef: "A request or limit of a container.",
    configMapKeyRef: "One key of a config map in the same namespace.",
    secretKeyRef: "One key of a secret in the same namespace.",
    fileKeyRef: "A key in an environment file on an emptyDir volume.",
  }],
  ObjectFieldSelector: ["A field of the pod.", {
    apiVersion: "The API version of the path. Default: v1.",
    fieldPath: "The path of the field: metadata.name, metadata.labels['KEY'], spec.nodeName, " +
      "status.podIP.",
  }],
  ResourceFieldSelector: ["A request or limit of a container.", {
    containerName: "The name of the container. Required in volumes. Default for variables: their " +
      "own container.",
    resource: "The resource: limits.cpu, requests.memory and so on.",
    divisor: "The unit of the output: the value is divided by it and rounded up. Default: 1.",
  }],
  ConfigMapKeySelector: ["A key of a config map.", {
    key: "The key in the config map.",
    optional: "Whether the config map or the key may be missing. Default: false.",
  }],
  SecretKeySelector: ["A key of a secret.", {
    key: "The key in the secret.",
    optional: "Whether the secret or the key may be missing. Default: false.",
  }],
  FileKeySelector: ["A key in an environment file.", {
    volumeName: "The volume that contains the file.",
    path: "The path of the file relative to the root of the volume, without two dots.",
    key: "The key: the part before the =.",
    optional: "Whether the file or the key may be missing. Default: false.",
  }],
  LocalObjectReference: ["A reference to an object in the same namespace.", {
    name: "The name of the object, which should not be empty.",
  }],
  ResourceRequirements: [
    "The resources that are needed (requests), and the maximum that may be used (limits).",
    {
      limits: "The maximum amount by resource. A container is throttled at its CPU limit, and " +
        "killed if it exceeds its memory limit.",
      requests: "The amount by resource that scheduling reserves on the node. Default: the " +
        "limit, if set. Not more than the limit.",
      claims: "The pod's resource claims that the container uses. Can't be changed.",
    },
  ],
  ResourceClaim: ["A resource claim that a container uses.", {
    name: "The name of the claim in the pod's resourceClaims.",
    request: "The request of the claim to use. If unset, all of them.",
  }],
  ContainerResizePolicy: ["How a running container is treated when a resource is resized.", {
    resourceName: "The resource: cpu or memory.",
    restartPolicy: "NotRequired (the default) resizes without a restart, RestartContainer " +
      "restarts the container.",
  }],
  ContainerRestartRule: ["A rule about restarting a container when it exits.", {
    action: "Restart restarts the container, RestartAllContainers all containers of the pod.",
    exitCodes: "The exit codes that the rule applies to.",
  }],
  ContainerRestartRuleOnExitCodes: ["A set of exit codes.", {
    operator: "In: the exit code is among the values. NotIn: it is not.",
    values: "The exit codes: at most 255.",
  }],
  VolumeMount: ["A mount of a volume in a container.", {
    name: "The name of the volume.",
    readOnly: "Whether the mount is read-only. Default: false.",
    recursiveReadOnly: "Whether mounts below it are read-only too: Disabled (the default), " +
      "IfPossible or Enabled. Requires readOnly, and no mount propagation.",
    mountPath: "The path of the mount in the container. It must not contain a colon.",
    subPath: "The path in the volume to mount instead of its root. Such a mount does not see " +
      "updates of config maps and secrets.",
    mountPropagation: "How later mounts propagate: None (the default), HostToContainer from the " +
      "node to the container, Bidirectional in both directions, which requires a privileged " +
      "container.",
    subPathExpr: "Like subPath, with $(NAME) replaced by environment variables. Not allowed with " +
      "subPath.",
  }],
  VolumeDevice: ["A block volume as a device in a container.", {
    name: "The name of the volume: a claim with volumeMode Block.",
    devicePath: "The path of the device in the container.",
  }],
  Probe: ["A periodic check of a container: one of exec, httpGet, tcpSocket and grpc.", {
    initialDelaySeconds: "The delay in seconds between the container's start and the first " +
      "check. Default: 0.",
    timeoutSeconds: "The timeout of a check in seconds: at least 1. Default: 1.",
    periodSeconds: "The interval between checks in seconds: at least 1. Default: 10.",
    successThreshold: "How many consecutive successes make the probe succeed after a failure. " +
      "Default: 1, the only value allowed for liveness and startup.",
    failureThreshold: "How many consecutive failures make the probe fail: at least 1. Default: 3.",
    terminationGracePeriodSeconds: "The grace period in seconds after this probe fails: at least " +
      "1. If unset, the pod's. Not allowed for readiness probes.",
  }],
  ProbeHandler: ["The action of a probe: exactly one of these.", {
    exec: "Runs a command in the container. Exit code 0 is success.",
    httpGet: "Sends an HTTP GET request. Status codes 200 to 399 are success.",
    tcpSocket: "Opens a TCP connection. An open port is success.",
    grpc: "Calls the gRPC health service. The status SERVING is success.",
  }],
  ExecAction: ["A command to run in a container.", {
    command: "The command and its arguments. It does not run in a shell.",
  }],
  HTTPGetAction: ["An HTTP GET request.", {
    path: "The path of the request. Default: /.",
    port: "The port: a number from 1 to 65535, or the name of a container port.",
    host: "The host to connect to. Default: the address of the pod.",
    scheme: "HTTP (the default), or HTTPS, which does not verify the certificate.",
    httpHeaders: "Headers of the request. Names may repeat.",
  }],
  HTTPHeader: ["A header of a request.", {
    name: "The name of the header.",
    value: "The value of the header.",
  }],
  TCPSocketAction: ["A TCP connection.", {
    port: "The port: a number from 1 to 65535, or the name of a container port.",
    host: "The host to connect to. Default: the address of the pod.",
  }],
  GRPCAction: ["A call of the gRPC health service.", {
    port: "The port number: 1 to 65535.",
    service: "The name of the service to check. Default: empty, which checks the server as a " +
      "whole.",
  }],
  SleepAction: ["A pause.", {
    seconds: "The duration in seconds: 0 up to the pod's grace period.",
  }],
  Lifecycle: ["Hooks in the life cycle of a container.", {
    postStart: "Runs right after the container's start; the container counts as running once it " +
      "completes. If it fails, the container is killed.",
    preStop: "Runs before the container is stopped, but not if it exits by itself. It counts " +
      "against the grace period.",
    stopSignal: "The signal that stops the container. Requires os.name of the pod. If unset, the " +
      "image's, or SIGTERM.",
  }],
  LifecycleHandler: ["The action of a hook: exactly one of these.", {
    exec: "Runs a command in the container.",
    httpGet: "Sends an HTTP GET request.",
    tcpSocket: "Deprecated: has no effect.",
    sleep: "Pauses for some seconds.",
  }],
};
