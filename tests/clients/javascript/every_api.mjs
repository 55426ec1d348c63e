/** Every API that the client has, asked for what it has and for each of its lists. */

import * as client from "@kubernetes/client-node";
import { step } from "./report.mjs";

/** Names of the client's classes for a group or one of its versions. */
const API = /^[A-Z]\w*Api$/;

/** Those that are made in another way, or are no group. */
const OTHERS = new Set(["CustomObjectsApi", "KubernetesObjectApi"]);

/** Methods that ask without a body and without an object's name. */
const READS = /^(list|getAPI|getCode|getService)/;

/** What is there before anybody made something is not the same everywhere. */
const UNEVEN = /^list.*(Event|Lease|IPAddress|EndpointSlice|Endpoints|StorageVersion)/;

/** @param {client.KubeConfig} config */
export async function everyApi(config) {
  const names = Object.keys(client).filter((name) => API.test(name) && !OTHERS.has(name)).sort();
  for (const name of names) {
    const api = config.makeApiClient(client[name]);
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(api))
      .filter((method) => READS.test(method) && !method.endsWith("WithHttpInfo")).sort();
    for (const method of methods) {
      await step(name, method, () => ask(api, method));
    }
  }
}

/** What a method answers: a list's kind and names, or what an API has. */
async function ask(api, method) {
  let answer;
  try {
    answer = await api[method]({ namespace: "default" });
  } catch (error) {
    if (error.code === undefined) throw error;
    return { code: error.code };
  }
  if (answer.items === undefined) {
    if (method === "getCode") return Object.keys(answer).sort();
    if (method.startsWith("getServiceAccount")) return typeof answer;
    return withoutServers(answer);
  }
  const { apiVersion, kind, items } = answer;
  if (UNEVEN.test(method)) return { apiVersion, kind };
  return {
    apiVersion,
    kind,
    items: items.map(({ metadata }) => metadata.name).sort(),
  };
}

/** What an API has, without where it is reached and how what it stores is named. */
function withoutServers(answer) {
  return JSON.parse(JSON.stringify(answer, (key, value) => {
    return key === "serverAddressByClientCIDRs" || key === "storageVersionHash" ? undefined : value;
  }));
}
