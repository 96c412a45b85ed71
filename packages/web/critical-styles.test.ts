import { expect, test } from 'vitest';
import { criticalStyles } from './critical-styles.ts';

const css = `/* a comment */ @layer base, utilities;
@font-face{font-family:Inter;src:url(/assets/inter-basic-x.woff2)}
@font-face{font-family:Inter;src:url(/assets/inter-greek-wght-normal-x.woff2)}
@property --used{syntax:"*";inherits:false}
@property --unused{syntax:"*";inherits:false}
@layer base{body,.gone{margin:0}a:hover{color:red}}
@layer utilities{.p-s3{padding:1px}.gone{color:red}.mobile\\:w-\\[22\\%\\]:where(:root[data-layout=mobile] *){width:22%}
.turn{animation:turn 1s}.a .b{rotate:var(--used)}
@media (width>=40rem){.wide\\:p-s3{padding:2px}}}
@keyframes turn{to{rotate:1turn}}@keyframes fade{to{opacity:0}}`;

test('keeps what the markup is drawn with, in its order, and nothing else', () => {
  const kept = criticalStyles(css, '<i class="p-s3 mobile:w-[22%] turn"><b class="a">gone</b></i>');
  expect(kept.replaceAll(/\s/g, '')).toBe(
    `@layerbase,utilities;@font-face{font-family:Inter;src:url(/assets/inter-basic-x.woff2)}
@layerbase{body{margin:0}a:hover{color:red}}
@layerutilities{.p-s3{padding:1px}.mobile\\:w-\\[22\\%\\]:where(:root[data-layout=mobile]*){width:22%}
.turn{animation:turn1s}}
@keyframesturn{to{rotate:1turn}}`.replaceAll(/\s/g, ''),
  );
});

test('reads class names as markup writes them', () => {
  expect(criticalStyles('.\\[\\&\\>th\\]\\:p{padding:0}', '<i class="[&amp;&gt;th]:p"></i>')).toContain('padding');
  expect(criticalStyles('.\\[\\&\\>th\\]\\:p{padding:0}', '<i class="p"></i>')).toBe('');
});
