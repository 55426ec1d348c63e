// Answers expressions as the reference does: a JSON text a line in, a JSON object a line out.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

// What one run may cost.
const costLimit = 1_000_000

type answer struct {
	Answer string   `json:"answer"`
	Type   string   `json:"type,omitempty"`
	Cost   *uint64  `json:"cost,omitempty"`
	Min    *float64 `json:"min,omitempty"`
	Max    *float64 `json:"max,omitempty"`
}

func main() {
	env := environmentOfTables()
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	write := json.NewEncoder(out)
	write.SetEscapeHTML(false)
	for lines.Scan() {
		var expression string
		if err := json.Unmarshal(lines.Bytes(), &expression); err != nil {
			panic(err)
		}
		if err := write.Encode(answerOf(env, expression)); err != nil {
			panic(err)
		}
	}
	if err := lines.Err(); err != nil {
		panic(err)
	}
}

// The variables that tables of answers have: testing/cel_answers.ts says the same.
func environmentOfTables() *cel.Env {
	set, err := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()).Extend(environment.VersionedOptions{
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
	if err != nil {
		panic(err)
	}
	env, err := set.Env(environment.NewExpressions)
	if err != nil {
		panic(err)
	}
	return env
}

func variables() map[string]any {
	return map[string]any{
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
	}
}

func answerOf(env *cel.Env, expression string) (result answer) {
	defer func() {
		if failure := recover(); failure != nil {
			result = answer{Answer: fmt.Sprintf("panic: %v", failure)}
		}
	}()
	ast, issues := env.Compile(expression)
	if issues != nil && issues.Err() != nil {
		return answer{Answer: "compile: " + issues.String()}
	}
	result.Type = ast.OutputType().String()
	estimate, err := env.EstimateCost(ast, &library.CostEstimator{SizeEstimator: nil})
	if err != nil {
		return answer{Answer: "estimate: " + err.Error()}
	}
	least, most := bound(estimate.Min), bound(estimate.Max)
	result.Min, result.Max = &least, &most
	program, err := env.Program(ast, cel.CostLimit(costLimit))
	if err != nil {
		result.Answer = "program: " + err.Error()
		return result
	}
	value, details, err := program.Eval(variables())
	if details != nil {
		result.Cost = details.ActualCost()
	}
	if err != nil {
		result.Answer = "error: " + err.Error()
		return result
	}
	result.Answer = shown(value)
	return result
}

// No bound is -1, as JSON has no infinity.
func bound(cost uint64) float64 {
	if cost == math.MaxUint64 {
		return -1
	}
	return float64(cost)
}

func shown(value ref.Val) string {
	switch value := value.(type) {
	case types.Null:
		return "null"
	case *types.Optional:
		if !value.HasValue() {
			return "none"
		}
		return "some(" + shown(value.GetValue()) + ")"
	case *types.Type:
		return "type:" + value.TypeName()
	case types.Bytes:
		return fmt.Sprintf("bytes:%x", []byte(value))
	case types.Timestamp:
		return "google.protobuf.Timestamp:" + value.Time.Format(time.RFC3339Nano)
	case types.Duration:
		return "google.protobuf.Duration:" + value.ConvertToType(types.StringType).(types.String).Value().(string)
	case traits.Mapper:
		var entries []string
		for keys := value.Iterator(); keys.HasNext() == types.True; {
			key := keys.Next()
			entries = append(entries, shown(key)+": "+shown(value.Get(key)))
		}
		sort.Strings(entries)
		return "{" + strings.Join(entries, ", ") + "}"
	case traits.Lister:
		var elements []string
		for each := value.Iterator(); each.HasNext() == types.True; {
			elements = append(elements, shown(each.Next()))
		}
		return "[" + strings.Join(elements, ", ") + "]"
	}
	name := value.Type().TypeName()
	if strings.Contains(name, ".") {
		return name
	}
	return fmt.Sprintf("%s:%v", name, value.ConvertToType(types.StringType).Value())
}
