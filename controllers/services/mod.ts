/** What the controllers of services share. */
export { ChangeTimes } from "./change_times.ts";
export { isHeadless, type ServiceNames, serviceNames } from "./service_names.ts";
export { type CachedService, selectorOf, ServicePods } from "./service_pods.ts";
export { type AddressFamily, hostnameIn, type ServingPod, targetPortOf } from "./serving_pod.ts";
export { packSubsets, withoutEmpty } from "./subsets.ts";
