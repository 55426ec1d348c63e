/**
 * Descriptions of the options of connections to pods, services and nodes, which are parameters of the
 * path: their kinds have no objects.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const STREAMS: FieldWords = {
  stdin: "Whether the client sends the standard input. Default: false.",
  stdout: "Whether the client gets the standard output. Default: true.",
  stderr: "Whether the client gets the standard error. Default: true. Not with tty, which puts " +
    "both into one.",
  tty: "Whether the process has a terminal. Default: false.",
  container: "The name of the container. May be unset if the pod has only one.",
};

const PATH: FieldWords = {
  path: "The path of the request, with its query, that is passed on. If empty, the root.",
};

/** The descriptions of the options of connections. */
export const CONNECTIONS: Words = {
  PodAttachOptions: ["Options of a connection to the running process of a container.", STREAMS],
  PodExecOptions: ["Options of running a command in a container.", {
    ...STREAMS,
    command: "The program and its arguments. It is run without a shell.",
  }],
  PodLogOptions: ["Options of reading the log of a container.", {
    container: "The name of the container. May be unset if the pod has only one.",
    follow: "Whether to go on until the container ends. Default: false.",
    previous: "Whether to read the log of the container before its last restart. Default: false.",
    sinceSeconds: "Only what was written in the last so many seconds. Not with sinceTime.",
    sinceTime: "Only what was written after this time. Not with sinceSeconds.",
    timestamps: "Whether each line begins with its time. Default: false.",
    tailLines: "Only so many lines, the last ones. If unset, all.",
    limitBytes: "The maximum number of bytes; the last line may be cut off. If unset, no limit.",
    insecureSkipTLSVerifyBackend: "Whether the server may read from a node whose certificate it " +
      "can't verify: the log may then come from someone else. Default: false.",
    stream: "The stream: All (the default), Stdout or Stderr.",
  }],
  PodPortForwardOptions: ["Options of a connection to ports of a pod.", {
    ports: "The ports: 1 to 65535. Required for connections by WebSocket.",
  }],
  PodProxyOptions: ["Options of passing a request on to a pod.", PATH],
  ServiceProxyOptions: ["Options of passing a request on to a service.", PATH],
  NodeProxyOptions: ["Options of passing a request on to a node.", PATH],
};
