package main

import (
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/kubernetes/cmd/kube-controller-manager/app"
	"k8s.io/kubernetes/cmd/kube-controller-manager/app/options"
)

func controllerManager() program {
	manager, err := options.NewKubeControllerManagerOptions()
	must(err)
	known, off, aliases := app.KnownControllers(), app.ControllersDisabledByDefault(), app.ControllerAliases()
	return program{manager.Flags(known, off, aliases), func() refusal {
		if err := logsapi.ValidateAndApply(manager.Logs, utilfeature.DefaultFeatureGate); err != nil {
			return refusal{"complete", []error{err}}
		}
		if err := manager.Validate(known, off, aliases); err != nil {
			if all, is := err.(utilerrors.Aggregate); is {
				return refusal{"validate", all.Errors()}
			}
			return refusal{"validate", []error{err}}
		}
		return refusal{}
	}}
}
