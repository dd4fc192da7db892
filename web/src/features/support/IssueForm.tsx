import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { ChoiceCards } from './ChoiceCards.tsx'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { issueTypes, priorities } from './contact-options.ts'
import { hasBehavior, prefillIssue, type IssueValues } from './issue-prefill.ts'
import { describeSender, useSendContactRequest } from './useSendContactRequest.ts'

/** An issue, with the fields that its type asks for. */
export function IssueForm({ prefilled }: { prefilled: IssueValues }) {
  const form = useForm<IssueValues>({
    initialValues: prefilled,
    validate: {
      title: isNotEmpty('Enter a title'),
      description: isNotEmpty('Enter a description'),
      email: isNotEmpty('Enter your email'),
    },
  })
  const { type } = form.values
  const { send, sent, ...action } = useSendContactRequest(form, 'An unexpected error occurred. Please try again.')
  const submit = form.onSubmit((values) => {
    // The prefilled values were about this issue; the next issue is a different one, from the same sender.
    form.setInitialValues({ ...prefillIssue(new URLSearchParams()), email: values.email })
    return send({ type: 'issue', issue: { ...dropHidden(values), ...describeSender(), url: location.href } })
  })

  return (
    <Form onSubmit={submit} action={action} submitLabel="Submit issue">
      <ChoiceCards
        label="Type"
        choices={issueTypes}
        value={type}
        onChange={(chosen) => form.setFieldValue('type', chosen)}
      />
      <TextInput label="Title" required {...form.getInputProps('title')} />
      <NativeSelect label="Priority" data={priorities} {...form.getInputProps('priority')} />
      <Textarea label="Description" rows={5} required {...form.getInputProps('description')} />
      {hasBehavior(type) && (
        <>
          <Textarea label="Steps to reproduce" rows={3} {...form.getInputProps('stepsToReproduce')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Textarea label="Expected behavior" rows={3} {...form.getInputProps('expectedBehavior')} />
            <Textarea label="Actual behavior" rows={3} {...form.getInputProps('actualBehavior')} />
          </SimpleGrid>
        </>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Environment"
          description="Operating system, browser, network"
          {...form.getInputProps('environment')}
        />
        <TextInput label="Version" description="What culvert --version prints" {...form.getInputProps('version')} />
      </SimpleGrid>
      <TextInput label="Contact email" type="email" autoComplete="email" required {...form.getInputProps('email')} />
      {sent && <Notice tone="positive">Your issue has been submitted successfully! We'll get back to you soon.</Notice>}
    </Form>
  )
}

/** Input in fields that the chosen type hides is not sent. */
function dropHidden(values: IssueValues): IssueValues {
  if (hasBehavior(values.type)) return values
  return { ...values, stepsToReproduce: '', expectedBehavior: '', actualBehavior: '' }
}
