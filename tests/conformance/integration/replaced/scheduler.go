package scheduler

import (
	"context"

	"k8s.io/apimachinery/pkg/runtime"
	configv1 "k8s.io/kube-scheduler/config/v1"
	"orch.test/testserver"

	schedulerapi "k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
)

// startProcess starts a scheduler of this checkout with these options, which ends with the context. Returns nil where that
// can't be: plugins of a test run in the test's process alone.
func (options schedulerOptions) startProcess(ctx context.Context) *testserver.Process {
	if len(options.frameworkOutOfTreeRegistry) > 0 {
		return nil
	}
	var versioned configv1.KubeSchedulerConfiguration
	scheme.Scheme.Default(&versioned)
	var configuration schedulerapi.KubeSchedulerConfiguration
	if err := scheme.Scheme.Convert(&versioned, &configuration, nil); err != nil {
		panic(err)
	}
	configuration.Profiles = options.profiles
	configuration.Extenders = options.extenders
	configuration.Parallelism = options.parallelism
	configuration.PodInitialBackoffSeconds = options.podInitialBackoffSeconds
	configuration.PodMaxBackoffSeconds = options.podMaxBackoffSeconds
	configuration.PercentageOfNodesToScore = &options.percentageOfNodesToScore
	configuration.LeaderElection.LeaderElect = false
	const mediaType = runtime.ContentTypeJSON
	info, ok := runtime.SerializerInfoForMediaType(scheme.Codecs.SupportedMediaTypes(), mediaType)
	if !ok {
		panic("no serializer of " + mediaType)
	}
	encoder := scheme.Codecs.EncoderForVersion(info.Serializer, configv1.SchemeGroupVersion)
	bytes, err := runtime.Encode(encoder, &configuration)
	if err != nil {
		panic(err)
	}
	return testserver.StartScheduler(ctx, bytes)
}
