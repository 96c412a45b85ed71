import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { SignaturePad } from './signature-pad.tsx';

function Signing() {
  const [signature, setSignature] = useState<Blob | null>(null);
  return (
    <>
      <SignaturePad label="Signature" onChange={setSignature} />
      <output>{signature === null ? 'unsigned' : `${signature.type} ${signature.size > 500 ? 'drawn' : 'empty'}`}</output>
    </>
  );
}

test('a name that is typed is a signature at once, however long a browser takes to make files of pictures', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(() => undefined);
  await draw(<Signing />);
  const told = page.getByRole('status');
  await expect.element(told).toHaveTextContent('unsigned');
  await userEvent.click(page.getByText('Type', { exact: true }));
  await userEvent.fill(page.getByRole('textbox'), 'Ada Muster');
  await expect.element(told).toHaveTextContent('image/png drawn');
  await userEvent.clear(page.getByRole('textbox'));
  await expect.element(told).toHaveTextContent('unsigned');
});
