import { Code, type CodeConfig } from 'aws-cdk-lib/aws-lambda';

/** Code that a template names only by its bundle: the local cloud knows where it is. */
class CodeByName extends Code {
  readonly isInline = false;
  readonly #bundle: string;

  constructor(bundle: string) {
    super();
    this.#bundle = bundle;
  }

  override bind(): CodeConfig {
    return { s3Location: { bucketName: 'laptop', objectKey: this.#bundle } };
  }
}

/** Names the code of a function, which may not have been built yet. */
export const codeByName = (bundle: string): Code => new CodeByName(bundle);
