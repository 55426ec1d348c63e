package main

import (
	"encoding/json"
	"os"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	rules "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/version"
	apicel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// What expressions can name, and what that is.
type setting struct {
	env       *cel.Env
	variables map[string]any
	sizes     checker.CostEstimator
}

// The variables that tables of answers have: testing/cel_answers.ts says the same.
func settingOfTables() setting {
	env := extended(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions: []cel.EnvOption{
			cel.Variable("self", cel.DynType),
			cel.Variable("s", cel.StringType),
			cel.Variable("i", cel.IntType),
			cel.Variable("ls", cel.ListType(cel.StringType)),
			cel.Variable("li", cel.ListType(cel.IntType)),
			cel.Variable("m", cel.MapType(cel.StringType, cel.StringType)),
		},
	})
	return setting{env: env, variables: map[string]any{
		"self": map[string]any{
			"replicas": int64(3),
			"name":     "abc",
			"d":        1.5,
			"n":        nil,
			"items":    []any{map[string]any{"n": "a", "p": int64(1)}, map[string]any{"n": "b", "p": int64(2)}},
			"m":        map[string]any{"x": "1"},
			"b":        true,
		},
		"s":  "héllo wörld",
		"i":  int64(7),
		"ls": []string{"b", "a", "c"},
		"li": []int64{3, 1, 2},
		"m":  map[string]string{"k": "v", "l": "w"},
	}}
}

// An object of a kind whose schema is in one file, it in the other.
func settingOfSchema(schemaFile, objectFile string) setting {
	var props v1.JSONSchemaProps
	read(schemaFile, &props)
	var internal apiextensions.JSONSchemaProps
	must(v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&props, &internal, nil))
	structural, err := schema.NewStructural(&internal)
	must(err)
	declared := model.SchemaDeclType(structural, true).MaybeAssignTypeName("Test")
	env := extended(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions: []cel.EnvOption{
			cel.Variable("self", declared.CelType()),
			cel.Variable("oldSelf", declared.CelType()),
		},
		DeclTypes: []*apicel.DeclType{declared},
	})
	var object map[string]any
	read(objectFile, &object)
	value := rules.UnstructuredToVal(object, model.WithTypeAndObjectMeta(structural))
	return setting{
		env:       env,
		variables: map[string]any{"self": value, "oldSelf": value},
		sizes:     &sizes{root: declared},
	}
}

func extended(options environment.VersionedOptions) *cel.Env {
	set, err := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()).Extend(options)
	must(err)
	env, err := set.Env(environment.NewExpressions)
	must(err)
	return env
}

// How large what a path leads to can be, by the schema.
type sizes struct {
	root *apicel.DeclType
}

func (s *sizes) EstimateSize(node checker.AstNode) *checker.SizeEstimate {
	path := node.Path()
	if len(path) == 0 {
		return nil
	}
	at := s.root
	for _, step := range path[1:] {
		switch step {
		case "@keys":
			at = at.KeyType
		case "@items", "@values":
			at = at.ElemType
		default:
			field, ok := at.Fields[step]
			if !ok {
				return nil
			}
			at = field.Type
		}
		if at == nil {
			return nil
		}
	}
	return &checker.SizeEstimate{Max: uint64(at.MaxElements)}
}

func (s *sizes) EstimateCallCost(string, string, *checker.AstNode, []checker.AstNode) *checker.CallEstimate {
	return nil
}

func read(file string, into any) {
	text, err := os.ReadFile(file)
	must(err)
	if object, ok := into.(*map[string]any); ok {
		must(utiljson.Unmarshal(text, object))
		return
	}
	must(json.Unmarshal(text, into))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
