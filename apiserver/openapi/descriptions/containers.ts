/**
 * Containers as they are wanted: images, commands, environments, probes and hooks.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const CONTAINER: FieldWords = {
  name: "The container's name: a DNS label, unique among all containers of the pod. Can't be " +
    "changed.",
  image: "The image to run, by tag or digest. May be changed in a running pod: the container " +
    "then starts anew.",
  command: "The program and its first arguments, instead of the image's entry point. $(NAME) " +
    "stands for an environment variable, $$(NAME) for that very text.",
  args: "Arguments, instead of the image's own. $(NAME) stands for an environment variable, " +
    "$$(NAME) for that very text.",
  workingDir: "The folder to start in. Left out: the image's own.",
  ports: "Ports that the container listens at. Mostly for information: one that is not listed " +
    "can be reached as well.",
  envFrom: "Config maps and secrets whose keys all become environment variables. Of several with " +
    "one key the last counts; env counts more than all.",
  env: "Environment variables, in order: later ones can use earlier ones.",
  resources: "What the container asks for (requests) and may take at most (limits). Can be " +
    "changed in a running pod through the subresource resize.",
  resizePolicy: "For cpu and memory: whether a change needs the container to start anew.",
  restartPolicy: "Overrides the pod's restart policy for this container. Always on an init " +
    "container makes it a sidecar.",
  restartPolicyRules: "What to do by exit code, before restartPolicy is asked: the first rule " +
    "that fits counts. At most 20; needs restartPolicy.",
  volumeMounts: "Volumes of the pod that the container sees as folders. No two at one path.",
  volumeDevices: "Block volumes of the pod that the container sees as devices.",
  livenessProbe: "Checks again and again whether the container is still alive: when that fails " +
    "too often, the container is killed, and started again as the restart policy says. Left out: " +
    "it counts as alive as long as it runs.",
  readinessProbe: "Checks again and again whether the container can serve: while that fails, the " +
    "pod is not ready and gets no traffic of services. Left out: ready once it runs.",
  startupProbe: "Checks whether the container has started, until it succeeds once: the other " +
    "probes wait for that. When it fails too often, the container is killed, and started again " +
    "as the restart policy says.",
  lifecycle: "Hooks: what to do right after the container was started, and before it is told to " +
    "end.",
  terminationMessagePath: "A file in which the container may leave a last message: up to 4096 " +
    "bytes of it get into the status. Default: /dev/termination-log. Can't be changed.",
  terminationMessagePolicy: "File (the default) takes the message from the file only; " +
    "FallbackToLogsOnError takes the end of the log when the file is empty and the container " +
    "failed.",
  imagePullPolicy: "When to pull the image: Always, IfNotPresent or Never. Default: Always for " +
    "the tag latest or none, else IfNotPresent.",
  securityContext: "Who the container runs as and what it may do. What is set here counts more " +
    "than the pod's.",
  stdin: "Whether standard input is kept open, for attaching. Default: false.",
  stdinOnce: "Whether standard input is closed for good once the first client has left. Default: " +
    "false.",
  tty: "Whether the container gets a terminal. Needs stdin. Default: false.",
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
 * The OpenAPI descriptions of containers: images, commands, environments, probes and lifecycle
 * hooks.
 */
export const CONTAINERS: Words = {
  Container: [
    "A program that runs in a pod, with the file system of its image, and with what it may use.",
    CONTAINER,
  ],
  EphemeralContainer: [
    "A container that is added to a running pod to look into it. It has no guarantees, is never " +
    "restarted, and stays in the pod's spec once it is there.",
    {
      targetContainerName: "The container whose processes it is to see. Left out: those of the " +
        "pod, as far as they are shared.",
    },
  ],
  EphemeralContainerCommon: ["What an ephemeral container has in common with others.", {
    ...CONTAINER,
    image: "The image to run, by tag or digest.",
    ...Object.fromEntries(
      NOT_EPHEMERAL.map((name) => [name, "Must not be set: ephemeral containers have none."]),
    ),
  }],
  ContainerPort: ["A port that a container listens at.", {
    name: "A name that services may use as target port: at most 15 characters, with a letter, " +
      "unique in the pod.",
    hostPort: "A port of the node that leads to this one: 1 to 65535. In the node's network it " +
      "equals containerPort. Of one address and protocol only one pod of a node can have it.",
    containerPort: "The port number: 1 to 65535.",
    protocol: "TCP (the default), UDP or SCTP.",
    hostIP: "The address of the node at which hostPort is open. Left out: all.",
  }],
  EnvFromSource: ["Makes an environment variable of each key of a config map or secret.", {
    prefix: "Put in front of each key.",
    configMapRef: "The config map.",
    secretRef: "The secret.",
  }],
  ConfigMapEnvSource: ["A config map whose keys become environment variables.", {
    optional: "Whether the container starts without it. Default: false.",
  }],
  SecretEnvSource: ["A secret whose keys become environment variables.", {
    optional: "Whether the container starts without it. Default: false.",
  }],
  EnvVar: ["An environment variable: with a value, or with a source of one.", {
    name: "The name of the variable: printable characters except =.",
    value: "The value; $(NAME) stands for an earlier variable, $$(NAME) for that very text. " +
      "Default: empty.",
    valueFrom: "Where the value comes from. Not together with value.",
  }],
  EnvVarSource: ["Where the value of a variable comes from: exactly one of these.", {
    fieldRef: "A field of the pod: its name, namespace, labels, annotations, addresses and some " +
      "others.",
    resourceFieldRef: "A request or limit of a container.",
    configMapKeyRef: "A key of a config map in the pod's namespace.",
    secretKeyRef: "A key of a secret in the pod's namespace.",
    fileKeyRef: "A key in a file of environment variables, on an emptyDir volume.",
  }],
  ObjectFieldSelector: ["A field of the pod.", {
    apiVersion: "The version whose form the path is of. Default: v1.",
    fieldPath: "The path: metadata.name, metadata.labels['KEY'], spec.nodeName, status.podIP.",
  }],
  ResourceFieldSelector: ["A request or limit of a container.", {
    containerName: "The container. Required in volumes; for variables by default the own one.",
    resource: "Which one: limits.cpu, requests.memory and so on.",
    divisor: "The unit: the value is divided by it and rounded up. Default: 1.",
  }],
  ConfigMapKeySelector: ["A key of a config map.", {
    key: "The key.",
    optional: "Whether the container starts without the config map or the key. Default: false.",
  }],
  SecretKeySelector: ["A key of a secret.", {
    key: "The key.",
    optional: "Whether the container starts without the secret or the key. Default: false.",
  }],
  FileKeySelector: ["A key in a file of environment variables.", {
    volumeName: "The volume that the file is on.",
    path: "The path of the file in the volume: relative, without two dots.",
    key: "The key: the name before the =.",
    optional: "Whether the container starts without the file or the key. Default: false.",
  }],
  LocalObjectReference: ["An object of the same namespace.", {
    name: "The name of the object. It should not be empty.",
  }],
  ResourceRequirements: ["What is asked for, and what may be taken at most.", {
    limits: "The most that may be taken, by resource. A container is slowed down at its limit of " +
      "cpu, and killed beyond that of memory.",
    requests: "What is set aside, and what nodes are picked by. Left out: the limit, where there " +
      "is one. Never more than the limit.",
    claims: "Resource claims of the pod that the container uses. Can't be changed.",
  }],
  ResourceClaim: ["A resource claim of the pod, as a container uses it.", {
    name: "The name of the claim in the pod's resourceClaims.",
    request: "The one request of the claim to use. Left out: all of it.",
  }],
  ContainerResizePolicy: ["What a change of a resource means for a running container.", {
    resourceName: "The resource: cpu or memory.",
    restartPolicy: "NotRequired (the default) changes it in place, RestartContainer starts the " +
      "container anew.",
  }],
  ContainerRestartRule: ["What to do when a container ended in a certain way.", {
    action: "Restart starts the container again, RestartAllContainers all of the pod.",
    exitCodes: "The exit codes that the rule is for.",
  }],
  ContainerRestartRuleOnExitCodes: ["Exit codes.", {
    operator: "In: the code is among the values. NotIn: it is not.",
    values: "The codes: at most 255.",
  }],
  VolumeMount: ["A volume of the pod as a folder of a container.", {
    name: "The name of the volume.",
    readOnly: "Whether the container can only read it. Default: false.",
    recursiveReadOnly: "Whether mounts below are read-only too: Disabled (the default), " +
      "IfPossible or Enabled. Needs readOnly, and a mount propagation of None.",
    mountPath: "Where in the container it appears. It must not contain a colon.",
    subPath: "A path in the volume to mount instead of its root. Later changes of config maps " +
      "and secrets don't show there.",
    mountPropagation: "Which later mounts are seen: None (the default), HostToContainer those " +
      "made on the node, Bidirectional those made in the container too, which takes privileges.",
    subPathExpr: "Like subPath, with $(NAME) for environment variables. Not together with subPath.",
  }],
  VolumeDevice: ["A block volume of the pod as a device of a container.", {
    name: "The name of the volume: a claim whose volumeMode is Block.",
    devicePath: "The path of the device in the container.",
  }],
  Probe: [
    "A check of a container, done again and again: one of exec, httpGet, tcpSocket and grpc.",
    {
      initialDelaySeconds: "How many seconds after the container's start the first check is. " +
        "Default: 0.",
      timeoutSeconds: "After how many seconds without an answer it has failed: at least 1. " +
        "Default: 1.",
      periodSeconds: "How many seconds there are from one check to the next: at least 1. " +
        "Default: 10.",
      successThreshold: "How many times in a row it must succeed after a failure. Default: 1, " +
        "and always 1 for liveness and startup.",
      failureThreshold: "How many times in a row it must fail to count: at least 1. Default: 3.",
      terminationGracePeriodSeconds: "How many seconds the container has to end when this probe " +
        "fails: at least 1. Left out: as the pod says. Not for readiness.",
    },
  ],
  ProbeHandler: ["What a check does: exactly one of these.", {
    exec: "Runs a command in the container: exit code 0 is a success.",
    httpGet: "Sends an HTTP GET: a status from 200 to 399 is a success.",
    tcpSocket: "Opens a TCP connection: that is the success.",
    grpc: "Asks the gRPC health service: SERVING is a success.",
  }],
  ExecAction: ["A command to run in a container.", {
    command: "The program and its arguments. There is no shell unless it is named.",
  }],
  HTTPGetAction: ["An HTTP GET request.", {
    path: "The path to ask for. Default: /.",
    port: "A number from 1 to 65535, or the name of a port of the container.",
    host: "The host to connect to. Default: the pod's address.",
    scheme: "HTTP (the default), or HTTPS without a check of the certificate.",
    httpHeaders: "Headers to send. One name may come several times.",
  }],
  HTTPHeader: ["A header of a request.", { name: "The name.", value: "The value." }],
  TCPSocketAction: ["A TCP connection to open.", {
    port: "A number from 1 to 65535, or the name of a port of the container.",
    host: "The host to connect to. Default: the pod's address.",
  }],
  GRPCAction: ["A question to a gRPC health service.", {
    port: "The port: 1 to 65535.",
    service: "The service to ask for. Default: empty, the server as a whole.",
  }],
  SleepAction: ["A time to wait.", {
    seconds: "How many seconds: not less than 0, and no more than the pod's grace period.",
  }],
  Lifecycle: ["What to do in turns of a container's life.", {
    postStart: "Done right after the start; the container is not running until it is done. When " +
      "it fails, the container is killed.",
    preStop: "Done before the container is told to end, but not when it ended by itself. The " +
      "grace period runs meanwhile.",
    stopSignal: "The signal by which the container is told to end. Needs the pod's os.name. Left " +
      "out: the image's, or else SIGTERM.",
  }],
  LifecycleHandler: ["What a hook does: exactly one.", {
    exec: "Runs a command in the container.",
    httpGet: "Sends an HTTP GET.",
    tcpSocket: "Deprecated: no hook does this.",
    sleep: "Waits.",
  }],
};
