package main

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/warning"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// What is the same each time, on both sides.
const (
	place         = "default"
	uid           = "00000000-0000-4000-8000-000000000001"
	suffix        = "bbbbb"
	storedVersion = "1"
)

var (
	begun  = metav1.NewTime(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	today  = regexp.MustCompile(time.Now().UTC().Format(time.DateOnly) + `T\d\d:\d\d:\d\dZ`)
	scheme = legacyscheme.Scheme
	codecs = legacyscheme.Codecs
	// Reads, fills in what was left out, and converts to what strategies work with.
	decoder  = codecs.UniversalDecoder()
	asJSON   = serializer(runtime.ContentTypeJSON)
	asStored = serializer(runtime.ContentTypeProtobuf)
)

func serializer(mediaType string) runtime.Serializer {
	info, _ := runtime.SerializerInfoForMediaType(codecs.SupportedMediaTypes(), mediaType)
	return info.Serializer
}

// An object and what is there of it.
type object struct {
	of    question
	there runtime.Object
	// Of a service.
	ports *freePorts
	// Whether the last write could not have what it needs.
	lacks bool
	// Whether the next write is judged by nobody.
	unchecked bool
}

// Makes objects of a kind whatever its rules say.
type unchecked struct{ strategy }

func (unchecked) Validate(context.Context, runtime.Object) field.ErrorList { return nil }

// Makes the object, or changes what is there.
func (o *object) write(through string, text []byte) (outcome outcome) {
	warnings := &recorder{}
	defer func() {
		if broken := recover(); broken != nil {
			outcome.Answer = jsonOf(map[string]string{"broken": fmt.Sprint(broken)})
		}
		if !o.unchecked {
			outcome.Warnings = warnings.said
		}
	}()
	sent, _, err := decoder.Decode(text, nil, nil)
	if err != nil {
		return refusal(errors.NewBadRequest(err.Error()))
	}
	o.lacks = false
	ctx := warning.WithWarningRecorder(o.context(through), warnings)
	if o.there == nil {
		err = o.create(ctx, sent)
	} else {
		err = o.update(ctx, through, sent)
	}
	if err != nil {
		refused := refusal(err)
		refused.Lacks = o.lacks
		return refused
	}
	o.there = shown(o.restored(sent))
	outcome.Taken, outcome.Answer = true, o.json()
	metadata(o.there).SetResourceVersion(storedVersion)
	return outcome
}

// The object, in which whatever strategies note the time of is when it was made.
func (o *object) json() []byte {
	version := schema.GroupVersion{Group: o.of.Group, Version: o.of.Version}
	text := encoded(o.there, version, asJSON)
	if !today.Match(text) {
		return text
	}
	there, _, err := decoder.Decode(today.ReplaceAll(text, []byte(begun.Format(time.RFC3339))), nil, nil)
	must(err)
	o.there = there
	return encoded(there, version, asJSON)
}

func (o *object) create(ctx context.Context, sent runtime.Object) error {
	strategy, about := o.parts().whole, metadata(sent)
	if o.unchecked {
		strategy = unchecked{strategy}
	}
	rest.WipeObjectMetaSystemFields(about)
	about.SetUID(uid)
	about.SetCreationTimestamp(begun)
	if base := about.GetGenerateName(); base != "" && about.GetName() == "" {
		about.SetName(generated(strategy.GenerateName(base), base))
	}
	return o.withAllocation(sent, func() error { return rest.BeforeCreate(strategy, ctx, sent) })
}

func (o *object) update(ctx context.Context, through string, sent runtime.Object) error {
	var strategy rest.RESTUpdateStrategy = o.parts().whole
	if through != "" {
		strategy = o.parts().more[through]
	}
	metadata(sent).SetResourceVersion(storedVersion)
	// Strategies are lent the old object, and may keep parts of it.
	update := func() error { return rest.BeforeUpdate(strategy, ctx, sent, o.there.DeepCopyObject()) }
	if through != "" {
		return update()
	}
	return o.withAllocation(sent, update)
}

// What is needed is had first, and given back where the write is refused.
func (o *object) withAllocation(sent runtime.Object, write func() error) error {
	allocated, err := o.allocate(sent)
	if err != nil {
		o.lacks = true
		return err
	}
	if err := write(); err != nil {
		allocated.Revert()
		return err
	}
	allocated.Commit()
	return nil
}

func (o *object) parts() parts {
	return strategyOfKind[strings.TrimSuffix(o.of.Resource+"."+o.of.Group, ".")]
}

// Where kinds are stored in another version than the best one of their group.
var versionOfStored = map[string]schema.GroupVersion{
	"events.k8s.io":        {Version: "v1"},
	"apiextensions.k8s.io": {Group: "apiextensions.k8s.io", Version: "v1beta1"},
}

// An object as it comes back from the store.
func (o *object) restored(of runtime.Object) runtime.Object {
	version, is := versionOfStored[o.of.Group]
	if !is {
		version = scheme.PrioritizedVersionsForGroup(o.of.Group)[0]
	}
	stored := encoded(of, version, asStored)
	back, _, err := decoder.Decode(stored, nil, nil)
	must(err)
	return back
}

func (o *object) context(through string) context.Context {
	verb := "update"
	if o.there == nil {
		verb = "create"
	}
	ctx := request.WithUser(request.NewContext(), &user.DefaultInfo{Name: "tester", UID: "1"})
	about := &request.RequestInfo{
		IsResourceRequest: true, Verb: verb, APIGroup: o.of.Group, APIVersion: o.of.Version, Resource: o.of.Resource, Subresource: through,
	}
	if o.of.Namespaced {
		about.Namespace = place
	}
	return request.WithRequestInfo(request.WithNamespace(ctx, about.Namespace), about)
}

// A name that was generated, with an end that is no accident.
func generated(name, base string) string {
	if name == base {
		return name
	}
	return name[:len(name)-len(suffix)] + suffix
}

func metadata(of runtime.Object) metav1.Object {
	about, err := meta.Accessor(of)
	must(err)
	return about
}

func encoded(of runtime.Object, version schema.GroupVersion, in runtime.Serializer) []byte {
	text, err := runtime.Encode(codecs.EncoderForVersion(in, version), of)
	must(err)
	return text
}

func refusal(err error) outcome {
	if status, is := err.(errors.APIStatus); is {
		return outcome{Answer: jsonOf(status.Status())}
	}
	return outcome{Answer: jsonOf(errors.NewInternalError(err).Status())}
}

func jsonOf(value any) json.RawMessage {
	text, err := json.Marshal(value)
	must(err)
	return text
}

// Keeps warnings.
type recorder struct{ said []string }

func (r *recorder) AddWarning(_, text string) { r.said = append(r.said, text) }
