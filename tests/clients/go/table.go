package main

import "slices"

// table has every kind that holds objects.
var table = slices.Concat(coreKinds, workloadKinds, policyKinds, clusterKinds, extensionKinds)
