import type { PaymentMethod } from '#domain/orders/payments.ts';
import { RadioGroup } from '#islands/pay/RadioGroup.tsx';
import { useText } from '#islands/shared/text.tsx';

type Props = {
  methods: readonly PaymentMethod[];
  chosen: PaymentMethod | undefined;
  onChoose: (method: PaymentMethod) => void;
};

/** A choice of the payment methods for the order's currency. */
export function MethodChoice({ methods, chosen, onChoose }: Props) {
  const { t } = useText();
  return (
    <RadioGroup
      legend={t('pay.new.method')}
      name="method"
      options={methods.map((method) => ({
        value: method,
        title: t(`pay.method.${method}`),
        text: t(`pay.method.${method}Text`),
      }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
