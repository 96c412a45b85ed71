import { type Language, languages } from '@assay/contract/vocabulary/languages.ts';
import type { Agreement, AgreementText } from '@assay/domain/loans/agreement.ts';

const texts = new Map<Language, AgreementText>(
  await Promise.all(
    languages.map(async (language) => {
      const text = (await import(`@assay/contract/locales/${language}/loan-agreement.json`, { with: { type: 'json' } })) as {
        default: AgreementText;
      };
      return [language, text.default] as const;
    }),
  ),
);

/** The text that is signed now, in a language. */
export function agreementText(language: Language): AgreementText {
  const text = texts.get(language);
  if (text === undefined) throw new Error(`there is no loan agreement in ${language}`);
  return text;
}

/** The footer of a downloaded agreement. */
export interface Signed {
  readonly language: Language;
  readonly loanNo: string;
  readonly at: Date;
  readonly signature: { readonly type: string; readonly bytes: Buffer };
}

const style =
  'body{font:16px/1.6 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem;color:#16202c}' +
  'h1{font-size:1.5rem}h2{font-size:1.05rem;margin:1.6rem 0 .3rem}p{margin:.3rem 0}' +
  'table{border-collapse:collapse;width:100%;margin:1.2rem 0}th,td{border-bottom:1px solid #d5dae0;padding:.45rem .2rem}' +
  'th{font-weight:400;text-align:start}td{text-align:end;font-variant-numeric:tabular-nums}' +
  'img{max-width:100%;height:7rem;display:block;border-bottom:1px solid #16202c}footer{margin-top:2rem}';

/** A signed agreement as one file that needs nothing else: the stored text and figures, and the signature. */
export function agreementPage(agreement: Agreement, { language, loanNo, at, signature }: Signed): string {
  const rows = agreement.figures.map(
    ({ name, value }) => `<tr><th scope="row">${escape(name)}</th><td><bdi>${escape(value)}</bdi></td></tr>`,
  );
  const clauses = agreement.clauses.map(
    ({ title, paragraphs }, place) =>
      `<h2>${place + 1}. ${escape(title)}</h2>${paragraphs.map((text) => `<p>${escape(text)}</p>`).join('')}`,
  );
  const picture = `data:${signature.type};base64,${signature.bytes.toString('base64')}`;
  const lines = [`${loanNo} · ${agreement.version}`, at.toISOString()];
  return `<!doctype html>
<html lang="${language === 'hk' ? 'zh-Hant-HK' : language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(`${agreement.title} ${loanNo}`)}</title><style>${style}</style>
<h1>${escape(agreement.title)}</h1><p>${escape(agreement.preamble)}</p><table>${rows.join('')}</table>${clauses.join('')}
<footer><p>${escape(agreement.closing)}</p><img alt="" src="${picture}">${lines.map((line) => `<p><bdi>${line}</bdi></p>`).join('')}</footer>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
