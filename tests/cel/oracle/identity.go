package main

import (
	"context"
	"encoding/json"
	"fmt"
	_ "unsafe" // for go:linkname

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types/ref"
	authorizationv1 "k8s.io/api/authorization/v1"
	authenticationcel "k8s.io/apiserver/pkg/authentication/cel"
	"k8s.io/apiserver/pkg/authentication/user"
	authorizationcel "k8s.io/apiserver/pkg/authorization/cel"
	"k8s.io/apiserver/pkg/cel/lazy"
	_ "k8s.io/apiserver/plugin/pkg/authenticator/token/oidc"
)

// What the reference makes of claims, of users and of questions for its expressions, which it tells nobody else.

//go:linkname claimsOf k8s.io/apiserver/plugin/pkg/authenticator/token/oidc.newClaimsValue
func claimsOf(claims map[string]json.RawMessage) *lazy.MapValue

//go:linkname userOf k8s.io/apiserver/plugin/pkg/authenticator/token/oidc.newUserInfoValue
func userOf(info user.Info) *lazy.MapValue

//go:linkname questionOf k8s.io/apiserver/pkg/authorization/cel.convertObjectToUnstructured
func questionOf(spec *authorizationv1.SubjectAccessReviewSpec, fields, labels bool) map[string]any

// Expressions over the claims of a token.
func overClaims(file string) func(expression string) answer {
	var claims map[string]json.RawMessage
	read(file, &claims)
	compiler := authenticationcel.NewDefaultCompiler()
	return func(expression string) answer {
		return compiledAnd(compiler.CompileClaimsExpression, expression, func(compiled authenticationcel.CompilationResult) (ref.Val, error) {
			mapper := authenticationcel.NewClaimsMapper([]authenticationcel.CompilationResult{compiled})
			result, err := mapper.EvalClaimMapping(context.Background(), claimsOf(claims))
			return result.EvalResult, err
		})
	}
}

// Expressions over the user that was made of them.
func overUser(file string) func(expression string) answer {
	var info user.DefaultInfo
	read(file, &info)
	compiler := authenticationcel.NewDefaultCompiler()
	return func(expression string) answer {
		return compiledAnd(compiler.CompileUserExpression, expression, func(compiled authenticationcel.CompilationResult) (ref.Val, error) {
			mapper := authenticationcel.NewUserMapper([]authenticationcel.CompilationResult{compiled})
			results, err := mapper.EvalUser(context.Background(), userOf(&info))
			if err != nil {
				return nil, err
			}
			return results[0].EvalResult, nil
		})
	}
}

// Conditions under which an authorization webhook is asked.
func overQuestion(file string) func(expression string) answer {
	var spec authorizationv1.SubjectAccessReviewSpec
	read(file, &spec)
	compiler := authorizationcel.NewDefaultCompiler()
	compile := func(accessor authenticationcel.ExpressionAccessor) (authorizationcel.CompilationResult, error) {
		return compiler.CompileCELExpression(accessor)
	}
	return func(expression string) answer {
		return compiledAnd(compile, expression, func(compiled authorizationcel.CompilationResult) (ref.Val, error) {
			value, _, err := compiled.Program.Eval(map[string]any{"request": questionOf(&spec, true, true)})
			return value, err
		})
	}
}

// What comes of an expression that is compiled and run in some way of its own.
func compiledAnd[C any](
	compile func(authenticationcel.ExpressionAccessor) (C, error),
	expression string,
	run func(C) (ref.Val, error),
) answer {
	compiled, err := compile(anything{expression})
	if err != nil {
		return answer{Answer: startingWith(err.Error(), compileErrors)}
	}
	value, err := run(compiled)
	if err != nil {
		// What an error is told with besides itself says no more than its expression.
		return answer{Answer: "error: " + startingWith(err.Error(), map[string]string{
			fmt.Sprintf("expression '%s' resulted in error: ", expression): "",
		})}
	}
	return answer{Answer: shown(value)}
}

// An expression whose value may be anything that has a name of its own.
type anything struct{ expression string }

func (a anything) GetExpression() string { return a.expression }

func (a anything) ReturnTypes() []*cel.Type {
	return []*cel.Type{cel.AnyType, cel.DynType, cel.BoolType, cel.StringType, cel.IntType, cel.UintType,
		cel.DoubleType, cel.BytesType, cel.NullType, cel.TimestampType, cel.DurationType}
}
