// Command clientgo uses an API server through the stock Go client: every kind of every group, in every
// way that the typed clients have, and what programs are built of besides. It writes one line of JSON a
// step, and fails where one does.
package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/features"
	"k8s.io/klog/v2"
)

// parts are those of the library that are used beside the typed clients.
var parts = map[string]func(context.Context, *clients, *steps){
	"applying": applying, "controller-runtime": managed, "controllers": controllerParts, "custom resources": custom, "discovery": discoverAll, "refusals": refusals, "versions": versions, "virtual kinds": virtualKinds,
}

// atOnce is how many kinds are worked on at a time.
const atOnce = 8

func main() {
	// A package that is imported has flags of its own in the set that is there.
	flags := flag.NewFlagSet("clientgo", flag.ExitOnError)
	kubeconfig := flags.String("kubeconfig", "", "the file that says where the server is")
	only := flags.String("only", "", "runs subjects only that have this in their name")
	_ = flags.Parse(os.Args[1:])
	// What the library logs is of no interest: what matters comes back as an error.
	klog.SetLogger(klog.Logger{})
	features.ReplaceFeatureGates(gate)
	out := newReport(os.Stdout)
	if err := run(context.Background(), *kubeconfig, *only, out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if out.bad > 0 {
		fmt.Fprintf(os.Stderr, "%d of %d steps failed\n", out.bad, out.steps)
		os.Exit(1)
	}
}

func run(ctx context.Context, kubeconfig, only string, out *report) error {
	protobuf, err := connect(kubeconfig, "Protobuf")
	if err != nil {
		return err
	}
	json, err := connect(kubeconfig, "JSON")
	if err != nil {
		return err
	}
	for _, c := range []*clients{protobuf, json} {
		_, err := c.kube.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{
			ObjectMeta: metav1.ObjectMeta{Name: namespaceOf(c)},
		}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
	}
	pairs := [][2]*clients{{protobuf, json}, {json, protobuf}}
	var group sync.WaitGroup
	free := make(chan struct{}, atOnce)
	begin := func(subject, encoding string, run func(*steps)) {
		if !strings.Contains(subject, only) {
			return
		}
		free <- struct{}{}
		group.Go(func() {
			defer func() { <-free }()
			s := &steps{out, subject, encoding}
			s.all(func() { run(s) })
		})
	}
	for _, row := range table {
		for _, pair := range pairs {
			begin(row.subject(), pair[0].encoding, func(s *steps) { row.run(ctx, pair[0], pair[1], s) })
		}
	}
	group.Wait()
	// After the kinds: some of theirs make groups that do not answer.
	for _, subject := range slices.Sorted(maps.Keys(parts)) {
		for _, c := range []*clients{protobuf, json} {
			begin(subject, c.encoding, func(s *steps) { parts[subject](ctx, c, s) })
		}
	}
	group.Wait()
	// One after the other: how informers begin is set for the whole program.
	for _, c := range []*clients{protobuf, json} {
		begin("informers", c.encoding, func(s *steps) { informAll(ctx, c, s) })
		group.Wait()
	}
	if only == "" {
		for _, c := range []*clients{protobuf, json} {
			begin("complete", c.encoding, func(s *steps) { complete(ctx, c, s) })
		}
	}
	group.Wait()
	return nil
}
