import { codeSample, SAMPLE_LANGUAGES, type SampledCall } from '../../lib/platform/http/docs/code-samples.ts';
import type { ImmutableMap, SwaggerUiSystem } from './swagger-ui.ts';

/** What Swagger UI passes to the parameters of an operation. */
interface ParametersProperties {
  readonly pathMethod: readonly [path: string, method: string];
  readonly operation: ImmutableMap;
}

/** Shows how to call an operation, below its parameters. */
export const codeSamples =
  (apiKey: string) =>
  ({ React }: SwaggerUiSystem) => {
    const { createElement: h, useState, Fragment } = React;

    function Samples({ call }: { readonly call: SampledCall }) {
      const [language, setLanguage] = useState<(typeof SAMPLE_LANGUAGES)[number]>('curl');
      const text = codeSample(call, language);
      const tabs = SAMPLE_LANGUAGES.map((name) =>
        h(
          'button',
          {
            key: name,
            type: 'button',
            className: 'sample-tab',
            'aria-pressed': name === language,
            onClick: () => setLanguage(name),
          },
          name,
        ),
      );
      const copy = h(
        'button',
        { type: 'button', className: 'sample-copy', onClick: () => void navigator.clipboard.writeText(text) },
        'Copy',
      );
      return h(
        'div',
        { className: 'samples' },
        h('div', { className: 'sample-tabs' }, h('h4', null, 'Code samples'), ...tabs, copy),
        h('pre', { className: 'sample', tabIndex: 0 }, h('code', null, text)),
      );
    }

    return {
      wrapComponents: {
        parameters: (Original: unknown) => (properties: ParametersProperties) => {
          const [path, method] = properties.pathMethod;
          // A webhook is called by the service, not by the reader.
          if (!path.startsWith('/')) return h(Original, properties);
          const call = {
            baseUrl: location.origin,
            apiKey,
            method: method.toUpperCase(),
            path,
            operation: properties.operation.toJS() as SampledCall['operation'],
          };
          return h(Fragment, null, h(Original, properties), h(Samples, { call }));
        },
      },
    };
  };
