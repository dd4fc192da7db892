/** Words with which a docstring names something instead of saying what the function does. */
const questionWords = /^(Whether|What|How|Those|Why|Who|Whom|Whose|Whoever|Where|Which)\b/

/** Returns the text of the docstring that ends right before a node; undefined if there is none. */
function findDocstring({ sourceCode }, node) {
  const comment = sourceCode.getCommentsBefore(node).at(-1)
  if (comment?.type !== 'Block' || !comment.value.startsWith('*')) return undefined
  return comment.value.replace(/^[\s*]+/, '')
}

/** Reports the docstring of a function that begins with a question word: "Reports whether…", not "Whether…". */
const beginWithVerb = {
  create(context) {
    const check = (node) => {
      const [word] = questionWords.exec(findDocstring(context, node) ?? '') ?? []
      if (word === undefined) return
      context.report({
        node,
        message: `The docstring of a function begins with a verb ("Returns…", "Reports whether…"), not with "${word}".`,
      })
    }
    const checkStatement = (node) => check(node.parent.type.startsWith('Export') ? node.parent : node)
    return {
      FunctionDeclaration: checkStatement,
      MethodDefinition: check,
      TSMethodSignature: check,
      VariableDeclaration(node) {
        if (node.declarations.some(({ init }) => init?.type === 'ArrowFunctionExpression')) checkStatement(node)
      },
      TSPropertySignature(node) {
        if (node.typeAnnotation?.typeAnnotation.type === 'TSFunctionType') check(node)
      },
    }
  },
}

export default { meta: { name: 'culvert' }, rules: { 'begin-with-verb': beginWithVerb } }
