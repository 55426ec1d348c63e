package main

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/informers/core"
	corev1 "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Informers that know everything from the start, which the plugin for quotas asks them itself.
type synced struct {
	informers.SharedInformerFactory
}

type syncedCore struct{ core.Interface }

type syncedV1 struct{ corev1.Interface }

type syncedQuotas struct{ corev1.ResourceQuotaInformer }

type syncedInformer struct{ cache.SharedIndexInformer }

func (of synced) Core() core.Interface { return syncedCore{of.SharedInformerFactory.Core()} }

func (of syncedCore) V1() corev1.Interface { return syncedV1{of.Interface.V1()} }

func (of syncedV1) ResourceQuotas() corev1.ResourceQuotaInformer {
	return syncedQuotas{of.Interface.ResourceQuotas()}
}

func (of syncedQuotas) Informer() cache.SharedIndexInformer {
	return syncedInformer{of.ResourceQuotaInformer.Informer()}
}

func (syncedInformer) HasSynced() bool { return true }
