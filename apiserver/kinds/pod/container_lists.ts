/** The lists of containers of a pod, in the order in which they are looked at. */
export const CONTAINER_LISTS = ["initContainers", "containers", "ephemeralContainers"] as const;
