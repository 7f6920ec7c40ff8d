package io.lyrebird.server.auth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAuthTest {
    private final IpAuth ip = new IpAuth();

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3, 10.1.2.3",
        "10.1.2.3, 10.0.0.0/8",
        "10.1.2.3, 10.1.2.2/31",
        "10.1.2.3, 10.1.2.3/32",
        "10.1.2.3, 99.99.99.99/0",
        "0:0:0:0:0:0:0:1, ::1",
        "0:0:0:0:0:0:0:1, 0:0:0:0:0:0:0:1",
        "2001:db8:0:0:0:0:0:5, 2001:db8::/32",
        "2001:DB8:0:0:0:0:0:5, 2001:db8::5/128",
        "fe80:0:0:0:1:2:3:4, fe80::/10",
        "1:0:0:0:0:0:0:0, 1::"
    })
    void theseMatch(String client, String expression) {
        assertTrue(ip.matches(client, expression));
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3, 10.1.2.4",
        "10.1.2.3, 11.0.0.0/8",
        "10.1.2.3, 10.1.2.0/31",
        "10.1.2.3, 10.1.2.3/33",
        "10.1.2.3, 10.1.2.3/-1",
        "10.1.2.3, 10.1.2.3/x",
        "10.1.2.3, 10.1.2",
        "10.1.2.3, ::/0",
        "0:0:0:0:0:0:0:1, 0.0.0.0/0",
        "0:0:0:0:0:0:0:1, ::2",
        "fe80:0:0:0:1:2:3:4%eth0, fe80::/10",
        "nonsense, 10.0.0.0/8"
    })
    void theseDoNot(String client, String expression) {
        assertFalse(ip.matches(client, expression));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1.2.3.4", "1.2.3.0/24", "0.0.0.0/0", "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1::8/64", "::/0"})
    void theseAreAddressesOrNetworks(String expression) {
        assertTrue(ip.isValid(expression));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "1.2.3",
                "1.2.3.4.5",
                "1.2.3.256",
                "1.2.3.-1",
                "1.2.3.",
                "1.2.3.4/33",
                "1.2.3.4/",
                "1.2.3.4/a",
                "1.2.3.4/8/8",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1::2::3",
                ":::",
                "12345::",
                "g::",
                "1:2:3:4:5:6:7::8",
                "1:",
                ":1",
                "::1/129",
                "::ffff:1.2.3.4"
            })
    void theseAreNot(String expression) {
        assertFalse(ip.isValid(expression));
    }

    @Test
    void aClientIsItsAddressWhateverItSends() {
        assertEquals(AuthOutcome.accepted(new Identity("ip", "1.2.3.4")), ip.authenticate(new byte[] {1}, "1.2.3.4"));
        assertEquals(AuthOutcome.accepted(new Identity("ip", "1.2.3.4")), ip.authenticate(null, "1.2.3.4"));
        assertFalse(ip.isAuthenticated());
        assertEquals("1.2.3.4", ip.userName("1.2.3.4"));
    }
}
