import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { type Field, Form } from '../kit/form.tsx';
import { ActionButton, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { incomingTexts } from '../texts/texts.ts';
import { MappingInput } from './shop-mapping.tsx';
import { type Tested, TestResult } from './shop-test.tsx';

const MAPPING: Field = {
  name: 'mapping',
  label: incomingTexts.shops.mapping,
  kind: 'own',
  own: MappingInput,
};

/** Shows the order that a sample gives, and lets the mapping be corrected until it is right. */
export function Trial({
  adapter,
  mapping: saved,
  path,
}: {
  adapter: string;
  mapping: unknown;
  path: string;
}) {
  const [tested, setTested] = useState<Tested>();
  const isMapping = adapter === 'mapping';
  return (
    <Section title={incomingTexts.shops.test}>
      <p class="help">{isMapping ? incomingTexts.shops.testMappingHelp : incomingTexts.shops.testHelp}</p>
      <Form
        fields={[
          { name: 'sample', label: incomingTexts.shops.sample, kind: 'json', rows: 10, required: true },
          ...(isMapping
            ? [MAPPING]
            : [{ name: 'topic', label: incomingTexts.shops.topic, help: incomingTexts.shops.topicHelp }]),
        ]}
        initial={{ mapping: saved }}
        submitLabel={incomingTexts.shops.runTest}
        onSubmit={async ({ sample, topic, mapping: tried }) => {
          const body = isMapping ? { sample, mapping: tried } : { sample, ...(topic ? { topic } : {}) };
          setTested({ ...(await change<Tested>('POST', `${path}/test`, body)), mapping: tried });
        }}
      />
      {tested && <TestResult tested={tested} />}
      {tested && isMapping && (
        <div class="actions">
          <ActionButton
            kind="primary"
            run={async () => {
              await change('PATCH', path, { mapping: tested.mapping });
              setTested(undefined);
            }}
            done={m.actions.saved}
          >
            {incomingTexts.shops.saveMapping}
          </ActionButton>
        </div>
      )}
    </Section>
  );
}
