package main

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"time"
	"unsafe" // for go:linkname, and for what an interface holds

	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/features"
	"k8s.io/apiserver/pkg/storage"
	etcdfeature "k8s.io/apiserver/pkg/storage/feature"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/apiserver/pkg/util/flowcontrol"
	fq "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing"
	"k8s.io/apiserver/pkg/util/flowcontrol/metrics"
	fcrequest "k8s.io/apiserver/pkg/util/flowcontrol/request"
	"k8s.io/apiserver/pkg/util/shufflesharding"
	"k8s.io/client-go/informers"
	testclock "k8s.io/utils/clock/testing"
)

//go:linkname hashFlowID k8s.io/apiserver/pkg/util/flowcontrol.hashFlowID
func hashFlowID(schema, distinguisher string) uint64

//go:linkname computeConcurrencyAllocation k8s.io/apiserver/pkg/util/flowcontrol.computeConcurrencyAllocation
func computeConcurrencyAllocation(total int, claims []claim) ([]float64, float64, error)

//go:linkname digestConfigObjects k8s.io/apiserver/pkg/util/flowcontrol.(*configController).digestConfigObjects
func digestConfigObjects(of unsafe.Pointer, levels []*flowcontrolv1.PriorityLevelConfiguration, schemas []*flowcontrolv1.FlowSchema) (time.Duration, error)

//go:linkname updateBorrowing k8s.io/apiserver/pkg/util/flowcontrol.(*configController).updateBorrowing
func updateBorrowing(of unsafe.Pointer)

// What a level wants, and between which bounds it gets it. Its fields are those of the reference.
type claim struct {
	Target, AtLeast, AtMost float64
}

// A store that can say how far watches have come, so that lists of now are answered by the cache.
type newStore struct {
	etcdfeature.FeatureSupportChecker
}

func (newStore) Supports(storage.Feature) bool { return true }

func init() {
	etcdfeature.DefaultFeatureSupportChecker = newStore{}
	// Lists are measured by objects here, and not by their bytes.
	must(utilfeature.DefaultMutableFeatureGate.Set(string(features.SizeBasedListCostEstimate) + "=false"))
}

// How many seats a request takes while it is worked on, how many afterwards, and for how many milliseconds.
func estimated(given, asked json.RawMessage) string {
	var there struct {
		Objects  int64
		Watchers int
		Seats    uint64
	}
	var about struct{ Method, URL string }
	must(json.Unmarshal(given, &there))
	must(json.Unmarshal(asked, &about))
	sent, err := http.NewRequest(about.Method, about.URL, nil)
	must(err)
	factory := request.RequestInfoFactory{APIPrefixes: sets.NewString("api", "apis"), GrouplessAPIPrefixes: sets.NewString("api")}
	info, err := factory.NewRequestInfo(sent)
	must(err)
	isKnown := info.IsResourceRequest && info.APIGroup == "" && (info.Resource == "pods" || info.Resource == "serviceaccounts")
	config := fcrequest.DefaultWorkEstimatorConfig()
	// Telling a watcher takes a fifth here of what it does in the reference.
	config.EventAdditionalDuration = metav1.Duration{Duration: time.Millisecond}
	work := fcrequest.NewWorkEstimator(func(string) (storage.Stats, error) {
		if !isKnown {
			return storage.Stats{}, fcrequest.ObjectCountNotFoundErr
		}
		return storage.Stats{ObjectCount: there.Objects}, nil
	}, func(*request.RequestInfo) int {
		if !isKnown {
			return 0
		}
		return there.Watchers
	}, config, func(string) uint64 { return there.Seats })(sent.WithContext(request.WithRequestInfo(sent.Context(), info)), "", "")
	return fmt.Sprintf("%d %d %.3f", work.InitialSeats, work.FinalSeats, float64(work.AdditionalLatency)/1e6)
}

// The queues that a flow may use.
func dealt(given, asked json.RawMessage) string {
	var of struct{ Queues, HandSize int }
	var flow struct{ Schema, Distinguisher string }
	must(json.Unmarshal(given, &of))
	must(json.Unmarshal(asked, &flow))
	dealer, err := shufflesharding.NewDealer(of.Queues, of.HandSize)
	must(err)
	return fmt.Sprint(dealer.DealIntoHand(hashFlowID(flow.Schema, flow.Distinguisher), nil))
}

// What each gets of all seats, and what part of what it wants that is.
func shared(given, asked json.RawMessage) string {
	var claims []claim
	var total int
	must(json.Unmarshal(given, &claims))
	must(json.Unmarshal(asked, &total))
	seats, part, err := computeConcurrencyAllocation(total, claims)
	if err != nil {
		return refused
	}
	text, err := json.Marshal(append(seats, part))
	must(err)
	return string(text)
}

// Levels that are told what they want, and tell what they have.
type measured struct {
	wants map[string]metrics.Gauge
	has   map[string]int
}

func (m *measured) BeginConstruction(of fq.QueuingConfig, _ metrics.RatioedGaugePair, _ metrics.RatioedGauge, demand metrics.Gauge) (fq.QueueSetCompleter, error) {
	m.wants[of.Name] = demand
	return level{all: m, name: of.Name}, nil
}

type level struct {
	fq.QueueSet
	all  *measured
	name string
}

func (l level) BeginConfigChange(fq.QueuingConfig) (fq.QueueSetCompleter, error) { return l, nil }

func (l level) IsIdle() bool { return true }

func (l level) Complete(of fq.DispatchingConfig) fq.QueueSet {
	l.all.has[l.name] = of.ConcurrencyLimit
	return l
}

// What happens to levels.
type step struct {
	// Missing where they stay as they are.
	Levels []*flowcontrolv1.PriorityLevelConfiguration
	Wants  map[string]float64
	// How long it is wanted until seats are shared out.
	Seconds int
}

// How many seats each level has after some steps, and how many one request takes at most.
func leveled(given, asked json.RawMessage) string {
	var seats int
	var steps []step
	must(json.Unmarshal(given, &seats))
	must(json.Unmarshal(asked, &steps))
	all := &measured{wants: map[string]metrics.Gauge{}, has: map[string]int{}}
	clock := testclock.NewFakePassiveClock(time.Unix(1e9, 0))
	controller := flowcontrol.NewTestable(flowcontrol.TestableConfig{
		Name: "levels", Clock: clock, FoundToDangling: func(found bool) bool { return !found },
		InformerFactory: informers.NewSharedInformerFactory(nil, 0), ServerConcurrencyLimit: seats,
		ReqsGaugeVec: metrics.PriorityLevelConcurrencyGaugeVec, ExecSeatsGaugeVec: metrics.PriorityLevelExecutionSeatsGaugeVec,
		QueueSetFactory: all,
	})
	inside := (*[2]unsafe.Pointer)(unsafe.Pointer(&controller))[1]
	for _, one := range steps {
		if one.Levels != nil {
			all.has = map[string]int{}
			_, err := digestConfigObjects(inside, one.Levels, nil)
			must(err)
		}
		for name, seats := range one.Wants {
			if _, isThere := all.has[name]; isThere {
				all.wants[name].Set(seats)
			}
		}
		clock.SetTime(clock.Now().Add(time.Duration(one.Seconds) * time.Second))
		updateBorrowing(inside)
	}
	// Nothing has been started, and what waits to be is ended.
	stopped := make(chan struct{})
	close(stopped)
	_ = controller.Run(stopped)
	said := map[string][2]int{}
	for name, seats := range all.has {
		most := controller.GetMaxSeats(name)
		if most == 0 {
			most = math.MaxInt
		}
		said[name] = [2]int{seats, int(min(most, 10))}
	}
	text, err := json.Marshal(said)
	must(err)
	return string(text)
}
